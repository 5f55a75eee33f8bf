package main

import "testing"

// The benchmarks are for benchstat: go test -bench W2 -count 10. Their sub-benchmarks
// have the peers' names.

func benchmark(b *testing.B, name string) {
	all, err := workloads()
	if err != nil {
		b.Fatal(err)
	}
	for _, w := range all {
		if w.name != name {
			continue
		}
		for _, t := range w.tasks {
			b.Run(t.peer, func(b *testing.B) {
				if t.prepare != nil {
					if err := t.prepare(b.N); err != nil {
						b.Fatal(err)
					}
				}
				b.SetBytes(int64(w.bytes))
				b.ReportAllocs()
				b.ResetTimer()
				if err := t.run(b.N); err != nil {
					b.Fatal(err)
				}
			})
		}
		return
	}
	b.Fatalf("there is no workload %s", name)
}

func BenchmarkW1(b *testing.B)       { benchmark(b, "W1") }
func BenchmarkW1varied(b *testing.B) { benchmark(b, "W1varied") }
func BenchmarkW2(b *testing.B)       { benchmark(b, "W2") }
func BenchmarkW3(b *testing.B)       { benchmark(b, "W3") }
func BenchmarkW4(b *testing.B)       { benchmark(b, "W4") }
func BenchmarkW5(b *testing.B)       { benchmark(b, "W5") }
func BenchmarkW6(b *testing.B)       { benchmark(b, "W6") }
func BenchmarkW6cached(b *testing.B) { benchmark(b, "W6cached") }
func BenchmarkW7(b *testing.B)       { benchmark(b, "W7") }
func BenchmarkW7decode(b *testing.B) { benchmark(b, "W7decode") }
func BenchmarkW8x1(b *testing.B)     { benchmark(b, "W8x1") }
func BenchmarkW8x2(b *testing.B)     { benchmark(b, "W8x2") }
func BenchmarkW9(b *testing.B)       { benchmark(b, "W9") }
