package binding

import (
	"errors"
	"reflect"
	"strings"

	"github.com/functionschema/fscheck/content"
	"github.com/functionschema/fscheck/internal/tree"
)

var (
	fileType    = reflect.TypeFor[content.File]()
	contentType = reflect.TypeFor[content.Value]()
	withPackage = reflect.TypeFor[content.With[int]]().PkgPath()

	// fileKinds says which kind of file a type is.
	fileKinds = map[reflect.Type]content.Kind{
		reflect.TypeFor[content.Binary]():       content.KindBinary,
		reflect.TypeFor[content.ImageURL]():     content.KindImageURL,
		reflect.TypeFor[content.AudioURL]():     content.KindAudioURL,
		reflect.TypeFor[content.VideoURL]():     content.KindVideoURL,
		reflect.TypeFor[content.DocumentURL]():  content.KindDocumentURL,
		reflect.TypeFor[content.UploadedFile](): content.KindUploadedFile,
	}
)

// contentForm is the form of a type that holds files of a result.
func contentForm(t reflect.Type) (form, bool) {
	switch {
	case t == contentType:
		return formContent, true
	case t == fileType || t.Implements(fileType): // a struct that embeds one is that file, as for encoding/json
		return formFile, true
	case isWith(t):
		return formWith, true
	}
	return formUnsupported, false
}

// isWith goes by the name: With has a type for every type of value.
func isWith(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == withPackage && strings.HasPrefix(t.Name(), "With[")
}

// withValue and withFiles are the fields of a With.
const (
	withValue = iota
	withFiles
)

// file writes a file as what refers to it, and remembers the file: its bytes are
// neither written out nor judged by a schema.
func (w *writer) file(v reflect.Value, depth int) (*tree.Value, error) {
	if !v.CanInterface() {
		return nil, errors.New("the embedded file is unexported, so it cannot be read")
	}
	whole, err := content.OfFile(v.Interface().(content.File))
	if err != nil {
		return nil, err
	}
	return w.graft(whole, depth)
}

// content writes a Value with the files in it.
func (w *writer) content(v reflect.Value, depth int) (*tree.Value, error) {
	if !v.CanInterface() {
		return nil, errors.New("the embedded content.Value is unexported, so it cannot be read")
	}
	return w.graft(v.Interface().(content.Value), depth)
}

// graft returns the tree of a Value, in which files lack their bytes if they are
// asked for apart.
func (w *writer) graft(whole content.Value, depth int) (*tree.Value, error) {
	var node *tree.Value
	switch {
	case whole.IsZero():
		node = tree.NewNull()
	case w.grafts == nil:
		node = whole.Tree()
	default:
		rest, _ := whole.Split()
		node = rest.Tree()
	}
	if w.grafts != nil {
		w.grafts[node] = whole
	}
	return node, w.weigh(node, depth)
}

// weigh counts the values of a tree that somebody else made, and its levels.
func (w *writer) weigh(v *tree.Value, depth int) error {
	if v.Kind == tree.Array || v.Kind == tree.Object {
		if depth++; depth > maxEncode {
			return errDepth
		}
	}
	if w.count++; w.count > maxValues {
		return errValues
	}
	for _, item := range v.Items {
		if err := w.weigh(item, depth); err != nil {
			return err
		}
	}
	for _, m := range v.Members {
		if err := w.weigh(m.Value, depth); err != nil {
			return err
		}
	}
	return nil
}

// with writes a With as the list of its value and its files.
func (w *writer) with(v reflect.Value, depth int) (*tree.Value, error) {
	if depth > maxEncode {
		return nil, errDepth
	}
	files := v.Field(withFiles)
	items := make([]*tree.Value, 1+files.Len())
	for i := range items {
		part := v.Field(withValue)
		if i > 0 {
			part = files.Index(i - 1)
		}
		item, err := w.item(i, func() (*tree.Value, error) { return w.value(part, depth) })
		if err != nil {
			return nil, err
		}
		items[i] = item
	}
	return tree.NewArray(items...), nil
}

// fileSchema is the schema of files of a kind; of any, if it is empty. Neither data
// nor a URL, which may hold them, is required: where a protocol carries the file
// apart, the JSON lacks them.
func fileSchema(kind content.Kind) keywords {
	name := func(k content.Kind) *tree.Value { return tree.NewString(string(k)) }
	text := func(pairs ...tree.Member) *tree.Value {
		return tree.NewObject(append([]tree.Member{tree.M("type", tree.NewString("string"))}, pairs...)...)
	}
	var which *tree.Value
	var own []string
	switch kind {
	case "":
		which = text(tree.M("enum", tree.NewArray(
			name(content.KindBinary), name(content.KindImageURL), name(content.KindAudioURL),
			name(content.KindVideoURL), name(content.KindDocumentURL), name(content.KindUploadedFile))))
	case content.KindBinary:
		which = tree.NewObject(tree.M("const", name(kind)))
	case content.KindUploadedFile:
		which, own = tree.NewObject(tree.M("const", name(kind))), []string{"file_id", "provider_name"}
	default:
		which = tree.NewObject(tree.M("const", name(kind)))
	}
	properties := []tree.Member{tree.M("kind", which)}
	required := []*tree.Value{tree.NewString("kind")}
	for _, member := range append(own, "identifier") {
		properties = append(properties, tree.M(member, text()))
		required = append(required, tree.NewString(member))
	}
	// The media type of a URL may be unknown.
	mediaType := tree.NewObject(tree.M("type", tree.NewArray(tree.NewString("string"), tree.NewString("null"))))
	if kind == content.KindBinary || kind == content.KindUploadedFile {
		mediaType = text()
	}
	properties = append(properties, tree.M("media_type", mediaType))
	required = append(required, tree.NewString("media_type"))
	k := typed("object")
	k.set("properties", tree.NewObject(properties...))
	k.set("required", tree.NewArray(required...))
	return k
}
