package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/functionschema/fscheck/conformance"
)

func peerCommand(s streams) *cobra.Command {
	var fault string
	var list bool
	c := &cobra.Command{
		Use:   "peer",
		Short: "Answer the runner protocol",
		Long: `Peer makes the engine of this build a peer of fscheck conformance: it reads requests of
the protocol fsc/1 from standard input, a line each, and answers them on standard output,
until bye or the end of the input.

--fault makes it an engine with one mistake, to see that a runner and its cases notice it.`,
		Example: `  fscheck conformance --peer 'other=fscheck peer'
  fscheck conformance --peer 'wrong=fscheck peer --fault "truncates 1.5"'
  fscheck peer --list-faults`,
		Args: exactly(0, "flags only"),
		RunE: func(*cobra.Command, []string) error {
			if list {
				for _, name := range conformance.Faults() {
					fmt.Fprintln(s.out, name)
				}
				return nil
			}
			engine := conformance.NewEngine()
			if fault != "" {
				var err error
				if engine, err = conformance.NewFaultyEngine(fault); err != nil {
					return usage("there is no fault %q: fscheck peer --list-faults lists them", fault)
				}
			}
			s.awaitInput()
			return conformance.Serve(context.Background(), engine, s.in, flushed{s.out})
		},
	}
	f := c.Flags()
	f.StringVar(&fault, "fault", "", "make the mistake with this `name`")
	f.BoolVar(&list, "list-faults", false, "list the names of the mistakes")
	return c
}
