package content

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/functionschema/fscheck/internal/tree"
)

// sweep is one application of a policy, and where it is.
type sweep struct {
	policy  Policy
	spelled func(*tree.Value) []File // nil: a protocol has no files of its own
	within  int                      // such files around
	path    []byte
	dropped []Dropped
	last    map[Rule]int // the last report of a rule
}

// What is kept of what a client wrote: bytes of a detail and of a pointer, reports.
const (
	longestDetail = 64
	longestPlace  = 1 << 10
	mostReports   = 1000
)

func (s *sweep) report(rule Rule, detail string) {
	if at, ok := s.last[rule]; ok && len(s.dropped) >= mostReports {
		s.dropped[at].More++
		return
	}
	place := s.path
	if len(place) > longestPlace {
		place = place[:bytes.LastIndexByte(place[:longestPlace], '/')]
	}
	if s.last == nil {
		s.last = map[Rule]int{}
	}
	s.last[rule] = len(s.dropped)
	s.dropped = append(s.dropped, NewDropped(string(place), rule, detail))
}

// sift returns what stays of the list: the list itself if all of it does. Each
// leaves x as it is, changes it, or drops it.
func sift[T any](list []T, each func(i int, x T) (next T, kept, changed bool)) ([]T, bool) {
	var out []T
	for i, x := range list {
		next, kept, changed := each(i, x)
		if changed && out == nil {
			out = append(make([]T, 0, len(list)), list[:i]...)
		}
		if out != nil && kept {
			out = append(out, next)
		}
	}
	if out == nil {
		return list, false
	}
	return out, true
}

func (s *sweep) index(i int) int {
	at := len(s.path)
	s.path = strconv.AppendInt(append(s.path, '/'), int64(i), 10)
	return at
}

func (s *sweep) name(name string) int {
	at := len(s.path)
	s.path = tree.AppendToken(s.path, name)
	return at
}

// node returns what stays of n: n itself if all of it does, nil if nothing does.
func (s *sweep) node(n *node) *node {
	switch {
	case n.plain != nil:
		return s.plain(n)
	case n.file != nil:
		return s.file(n)
	case len(n.items) > 0:
		items, changed := sift(n.items, func(i int, item *node) (*node, bool, bool) {
			at := s.index(i)
			next := s.node(item)
			s.path = s.path[:at]
			return next, next != nil, next != item
		})
		if !changed {
			return n
		}
		return (&node{items: items}).settled()
	}
	reset, drop := s.judge(func(name string) *tree.Value {
		for _, m := range n.members {
			if m.name == name {
				return m.value.plain
			}
		}
		return nil
	})
	if drop {
		return nil
	}
	members, changed := sift(n.members, func(_ int, m member) (member, bool, bool) {
		if reset && m.name == "force_download" {
			return member{m.name, &node{plain: tree.NewBool(false)}}, true, true
		}
		at := s.name(m.name)
		next := s.node(m.value)
		s.path = s.path[:at]
		return member{m.name, next}, next != nil, next != m.value
	})
	if !changed {
		return n
	}
	return (&node{members: members}).settled()
}

func (s *sweep) plain(n *node) *node {
	switch t := s.tree(n.plain); t {
	case nil:
		return nil
	case n.plain:
		return n
	default:
		return &node{plain: t}
	}
}

// tree is node for plain data.
func (s *sweep) tree(v *tree.Value) *tree.Value {
	switch v.Kind {
	case tree.Array:
		items, changed := sift(v.Items, func(i int, item *tree.Value) (*tree.Value, bool, bool) {
			at := s.index(i)
			next := s.tree(item)
			s.path = s.path[:at]
			return next, next != nil, next != item
		})
		if changed {
			return tree.NewArray(items...)
		}
	case tree.Object:
		reset, drop := s.judge(v.Lookup)
		files := s.spelledBy(v)
		if drop || slices.ContainsFunc(files, s.forbids) {
			return nil
		}
		if files != nil {
			s.within++
			defer func() { s.within-- }()
		}
		members, changed := sift(v.Members, func(_ int, m tree.Member) (tree.Member, bool, bool) {
			if m.Name == "force_download" && (reset || s.within > 0 && s.resets(m.Value)) {
				return tree.M(m.Name, tree.NewBool(false)), true, true
			}
			at := s.name(m.Name)
			next := s.tree(m.Value)
			s.path = s.path[:at]
			return tree.M(m.Name, next), next != nil, next != m.Value
		})
		if changed {
			return tree.NewObject(members...)
		}
	}
	return v
}

func (s *sweep) file(n *node) *node {
	if s.forbids(n.file) {
		return nil
	}
	l, ok := linkOf(n.file)
	if !ok || l.ForceDownload == DownloadAsNeeded || slices.Contains(s.policy.Downloads, l.ForceDownload) {
		return n
	}
	s.report(RuleForceDownload, string(l.ForceDownload))
	l.ForceDownload = DownloadAsNeeded
	return &node{file: l.as(n.file.Kind())}
}

// forbids reports a file that may not stay.
func (s *sweep) forbids(f File) bool {
	if u, ok := f.(UploadedFile); ok {
		if !s.policy.UploadedFiles {
			s.report(RuleUploadedFile, u.Provider)
		}
		return !s.policy.UploadedFiles
	}
	l, ok := linkOf(f)
	if !ok {
		return false
	}
	scheme, allowed := s.policy.allows(l.URL)
	if !allowed {
		s.report(RuleScheme, scheme)
	}
	return !allowed
}

// spelledBy returns the files that an object is in the spelling of a protocol.
func (s *sweep) spelledBy(v *tree.Value) []File {
	if s.spelled == nil {
		return nil
	}
	return s.spelled(v)
}

// judge says what becomes of an object of plain data that could be taken for a
// file: whether it goes, and whether its "force_download" does. A URL like /a.png in
// somebody's own map leads nowhere that is forbidden, unless the map is a file for all.
func (s *sweep) judge(lookup func(name string) *tree.Value) (reset, drop bool) {
	switch Kind(stringOf(lookup("kind"))) {
	case KindUploadedFile:
		drop = lookup("file_id") != nil && s.forbids(UploadedFile{Provider: stringOf(lookup("provider_name"))})
		return false, drop
	case KindImageURL, KindAudioURL, KindVideoURL, KindDocumentURL:
		url := lookup("url")
		if url == nil || url.Kind != tree.String {
			return false, false
		}
		if own := !saysType(lookup("media_type")) && BareURL(url.Text); !own && s.forbids(DocumentURL{URL: url.Text}) {
			return false, true
		}
		return s.resets(lookup("force_download")), false
	}
	return false, false
}

// resets reports a "force_download" that may not stay. Whoever reads it next may take
// 1 or "yes" for true.
func (s *sweep) resets(flag *tree.Value) bool {
	if flag == nil || flag.Kind == tree.Bool && !flag.Bool {
		return false
	}
	download, known := readDownload(flag)
	if known && slices.Contains(s.policy.Downloads, download) {
		return false
	}
	detail := string(download)
	if !known {
		detail = flag.Kind.String()
	}
	s.report(RuleForceDownload, detail)
	return true
}

func stringOf(v *tree.Value) string {
	if v == nil || v.Kind != tree.String {
		return ""
	}
	return v.Text
}
