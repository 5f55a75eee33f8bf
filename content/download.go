package content

import (
	"fmt"

	"github.com/functionschema/fscheck/internal/tree"
)

func (d Download) check() error {
	switch d {
	case DownloadAsNeeded, DownloadAlways, DownloadAllowLocal:
		return nil
	}
	return fmt.Errorf("content: ForceDownload %q is none of \"\", %q, %q", string(d), string(DownloadAlways), string(DownloadAllowLocal))
}

func (d Download) tree() *tree.Value {
	if d == DownloadAllowLocal {
		return tree.NewString(string(d))
	}
	return tree.NewBool(d == DownloadAlways)
}

// readDownload reads what tree writes; absent is false.
func readDownload(v *tree.Value) (Download, bool) {
	switch {
	case v == nil:
		return DownloadAsNeeded, true
	case v.Kind == tree.Bool && v.Bool:
		return DownloadAlways, true
	case v.Kind == tree.Bool:
		return DownloadAsNeeded, true
	case v.Kind == tree.String && v.Text == string(DownloadAllowLocal):
		return DownloadAllowLocal, true
	}
	return DownloadAsNeeded, false
}
