package metadata_test

// schemas are what the golden files and the round trips run over: a row for each
// kind of thing that a dialect may not have.
var schemas = []struct{ name, why, schema string }{
	{"empty", "a function without parameters", `{"type":"object","properties":{},"required":[],"additionalProperties":false}`},
	{"scalars", "every type with its bounds", `{"type":"object","properties":{
		"text":{"type":"string","minLength":1,"maxLength":20,"pattern":"^[a-z]+$","description":"Some text."},"day":{"type":"string","format":"date"},"link":{"type":"string","format":"uri"},
		"count":{"type":"integer","minimum":0,"maximum":100,"multipleOf":5},"share":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},"yes":{"type":"boolean","default":true}},
		"required":["text","count"],"additionalProperties":false}`},
	{"declared", "as the engine derives it from a Go struct", `{"type":"object","properties":{
		"city":{"type":"string","description":"The city."},"days":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"default":3},
		"photo":{"type":"string","description":"Base64 (RFC 4648 standard alphabet, with padding).","contentEncoding":"base64"},"when":{"type":["string","null"],"format":"date-time"}},
		"required":["city"],"additionalProperties":false}`},
	{"keyword names", "a property called as a keyword is not the keyword", `{"type":"object","properties":{
		"pattern":{"type":"string"},"format":{"type":"object","properties":{"minLength":{"type":"integer"},"properties":{"type":"string"},"required":{"type":"boolean"}},"required":["required"],"additionalProperties":false},
		"$ref":{"type":"string"},"default":{"type":"number","default":1},"enum":{"type":"array","items":{"type":"string"}}},"required":["$ref","enum"],"additionalProperties":false}`},
	{"enums", "values of all types", `{"type":"object","properties":{
		"unit":{"enum":["c","f"]},"level":{"type":"integer","enum":[1,2,3]},"mixed":{"enum":["a",1,null]},"maybe":{"type":["string","null"],"enum":["x","",null]},"fixed":{"const":"v1"},"flag":{"type":"boolean","const":true}},
		"required":["unit"],"additionalProperties":false}`},
	{"nullable", "null in each spelling", `{"type":"object","properties":{
		"list":{"type":["integer","null"]},"any":{"anyOf":[{"type":"string","maxLength":5},{"type":"null"}]},"one":{"oneOf":[{"type":"null"},{"$ref":"#/$defs/P"}]},"only":{"type":"null"}},
		"required":["list","any"],"additionalProperties":false,"$defs":{"P":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"],"additionalProperties":false}}}`},
	{"arrays", "of scalars, of objects, of arrays", `{"type":"object","properties":{
		"tags":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":9,"uniqueItems":true},"grid":{"type":"array","items":{"type":"array","items":{"type":"number"},"minItems":3}},
		"rows":{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"},"v":{"type":"string","default":"x"}},"required":["k"],"additionalProperties":false}}},
		"required":["tags"],"additionalProperties":false}`},
	{"tuple", "places of a list that differ", `{"type":"object","properties":{"point":{"type":"array","prefixItems":[{"type":"number"},{"type":"string"}],"items":false,"minItems":2}},"required":["point"],"additionalProperties":false}`},
	{"references", "beside a description, in a list, twice", `{"type":"object","properties":{
		"from":{"$ref":"#/$defs/Place","description":"Where it starts."},"to":{"$ref":"#/$defs/Place"},"via":{"type":"array","items":{"$ref":"#/$defs/Place"}}},"required":["from","to"],"additionalProperties":false,
		"$defs":{"Place":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string","pattern":"^[0-9]{5}$"}},"required":["city"],"additionalProperties":false},"Unused":{"type":"string"}}}`},
	{"recursive", "a tree", `{"type":"object","properties":{"root":{"$ref":"#/$defs/Node"}},"required":["root"],"additionalProperties":false,
		"$defs":{"Node":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["name","children"],"additionalProperties":false}}}`},
	{"all of", "schemas that are one", `{"type":"object","properties":{"who":{"allOf":[{"$ref":"#/$defs/Named"},{"type":"object","properties":{"age":{"type":"integer","minimum":0}},"required":["age"]}],"description":"A person."}},
		"required":["who"],"additionalProperties":false,"$defs":{"Named":{"type":"object","properties":{"name":{"type":"string","minLength":1}},"required":["name"]}}}`},
	{"union", "told apart by a constant", `{"type":"object","properties":{"pet":{"description":"An animal.","oneOf":[
		{"type":"object","properties":{"kind":{"const":"dog"},"barks":{"type":"boolean"}},"required":["kind"],"additionalProperties":false},
		{"type":"object","properties":{"kind":{"const":"fish"},"fins":{"type":"integer"}},"required":["kind","fins"],"additionalProperties":false}]}},"required":["pet"],"additionalProperties":false}`},
	{"overlap", "oneOf whose branches overlap", `{"type":"object","properties":{"n":{"oneOf":[{"type":"integer","multipleOf":3},{"type":"integer","multipleOf":5}]}},"required":["n"],"additionalProperties":false}`},
	{"types", "several types of which one is a list", `{"type":"object","properties":{"v":{"type":["string","array","null"],"items":{"type":"string"},"minLength":1,"description":"One or more."},"w":{"type":["integer","string"],"minimum":0}},
		"required":["v"],"additionalProperties":false}`},
	{"root choice", "a root that no provider takes", `{"type":"object","oneOf":[
		{"properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":false},{"properties":{"name":{"type":"string"},"exact":{"type":"boolean"}},"required":["name"],"additionalProperties":false}]}`},
	{"root reference", "as pydantic writes a recursive model", `{"$ref":"#/$defs/Query","$defs":{"Query":{"type":"object","properties":{"q":{"type":"string"},"and":{"$ref":"#/$defs/Query"}},"required":["q"],"additionalProperties":false}}}`},
	{"names", "names that providers refuse", `{"type":"object","properties":{"Content-Type":{"type":"string"},"filter[id]":{"type":"array","items":{"type":"object","properties":{"$top":{"type":"integer"},"año":{"type":"string"}},"required":["$top"],"additionalProperties":false}},
		"a b":{"type":"string"},"a_b":{"type":"string"},"this_name_has_far_more_characters_than_the_sixty_four_that_providers_take":{"type":"string"}},"required":["a b"],"additionalProperties":false}`},
	{"open", "other members may be sent, of any kind or of one", `{"type":"object","properties":{"name":{"type":"string"},"labels":{"type":"object","properties":{"env":{"type":"string"}},"additionalProperties":true}},"required":["name"]}`},
	{"map", "members of any name", `{"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"string","maxLength":10},"propertyNames":{"pattern":"^[a-z]+$"},"minProperties":1}},"required":["labels"],"additionalProperties":false}`},
	{"conditions", "what depends on something else", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","not":{"const":"x"}},"c":{"type":"array","items":{"type":"integer"},"contains":{"const":1},"maxContains":2}},
		"dependentRequired":{"a":["b"]},"if":{"required":["c"]},"then":{"required":["a"]},"anyOf":[{"required":["a"]},{"required":["b"]}],"minProperties":1,"additionalProperties":false}`},
	{"annotations", "what describes and asserts nothing", `{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://example.com/s","title":"Search","description":"Finds things.","type":"object","$comment":"by hand","properties":{
		"q":{"title":"Query","type":"string","examples":["cats","dogs"],"deprecated":true,"readOnly":false,"x-order":1,"contentMediaType":"text/plain"}},"required":["q"],"additionalProperties":false}`},
	{"any", "a value of any kind", `{"type":"object","properties":{"value":{"description":"Whatever it is."},"list":{"type":"array"}},"required":["value"],"additionalProperties":false}`},
}
