package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// flagError says what is wrong with the flags of a command, and what to write. What
// pflag says of a value is its own parser's error.
func flagError(c *cobra.Command, err error) error {
	about, inner, _ := strings.Cut(err.Error(), " flag: ")
	for parser, wanted := range map[string]string{"time: ": "a time, such as 10s or 2m", "strconv.ParseInt: ": "a whole number", "strconv.ParseBool: ": "true or false"} {
		if strings.HasPrefix(inner, parser) {
			return usage("%s: give %s", about, wanted)
		}
	}
	return usage("%v: %s --help lists the flags", err, c.CommandPath())
}

// required refuses a command that lacks one of the flags named, with what to do.
func required(c *cobra.Command, flags ...string) {
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		for _, name := range flags {
			if f := c.Flags().Lookup(name); !f.Changed {
				return usage("%s needs --%s: %s", c.CommandPath(), name, strings.ReplaceAll(f.Usage, "`", ""))
			}
		}
		return nil
	}
}

// namingFlags are the flags of all commands whose value is a name or a file: an empty one
// is a variable of a script that was not set, and not the flag left out.
var namingFlags = strings.Fields("dialect fault function html json junit name out release schema suite")

// named refuses a flag whose name or file is empty.
func named(c *cobra.Command, _ []string) error {
	for _, name := range namingFlags {
		f := c.Flags().Lookup(name)
		if f != nil && f.Changed && f.Value.Type() == "string" && f.Value.String() == "" {
			return usage("--%s is empty: leave it out, or give one: %s", name, strings.ReplaceAll(f.Usage, "`", ""))
		}
	}
	return nil
}

// completeFunctions offers the shell the names of the functions in the file that
// the command line names so far.
func completeFunctions(c *cobra.Command, s streams, file func(args []string) string) {
	_ = c.RegisterFlagCompletionFunc("function", func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		name := file(args)
		if name == "" || name == "-" {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var list []string
		if text, err := s.readFile(name); err == nil {
			tools, _ := readTools(text)
			for _, t := range tools {
				list = append(list, t.name)
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	})
}
