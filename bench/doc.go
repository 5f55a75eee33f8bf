// Command bench runs fscheck and the other Go libraries that turn JSON text into the
// arguments of a function, side by side in one process.
//
//  1. A workload is one kind of call; a peer is one library's way to answer it. Every
//     peer binds into a fresh Go value, and has its schemas compiled beforehand.
//  2. Peers are timed in rounds. Within a round each runs for a fixed short time, in
//     an order that turns by one from round to round, after a garbage collection. That
//     time is cut into five, and the median of them counts.
//  3. A peer's time is divided by that of the workload's reference in the same round.
//     What is printed is the median of these ratios and half their interquartile
//     range.
//  4. The table of strictness is what the peers answered, each time anew.
//
// Run it with -h for its flags. -md writes the tables into a document, between its
// two markers. -check compares with the demands.
package main
