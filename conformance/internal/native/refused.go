package native

// refused are the functions whose declarations are at fault.
func refused() map[string]Function {
	return map[string]Function{
		"bad-default-type": echo[struct {
			Limit int32 `json:"limit" default:"\"ten\""`
		}](),
		"bad-default-constraint": echo[struct {
			Limit int32 `json:"limit" jsonschema:"maximum=10,default=11"`
		}](),
		"bad-default-bounds": echo[struct {
			Limit int8 `json:"limit" jsonschema:"default=200"`
		}](),
		"bad-default-syntax": echo[struct {
			Limit []int32 `json:"limit" default:"[1,]"`
		}](),
		"bad-default-null": echo[struct {
			Limit int32 `json:"limit" default:"null"`
		}](),
		"bad-default-nested": echo[struct {
			Options Deep `json:"options" default:"{\"retries\":1}"`
		}](),
		"bad-keyword": echo[struct {
			Limit int32 `json:"limit" jsonschema:"minLength=1"`
		}](),
		"bad-keyword-value": echo[struct {
			Name string `json:"name" jsonschema:"minLength=-1"`
		}](),
		"bad-keyword-word": echo[struct {
			Name string `json:"name" jsonschema:"minLenght=1"`
		}](),
		"bad-pattern": echo[struct {
			Name string `json:"name" jsonschema:"pattern=^(?=a)b$"`
		}](),
		"bad-pattern-space": echo[struct {
			Name string `json:"name" jsonschema:"pattern=^\\s+$"`
		}](),
		"bad-type": echo[struct {
			Callback func() `json:"callback"`
		}](),
		"bad-injected-default": echo[struct {
			Tenant string `json:"tenant" inject:"ctx,tenant" default:"\"x\""`
		}](),
		"bad-nested-inject": echo[struct {
			Item Leaky `json:"item"`
		}](),
	}
}
