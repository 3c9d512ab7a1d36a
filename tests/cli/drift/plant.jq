# plant.jq - a plan of $count changes to the schemas of an OpenAPI document in JSON.
#
# Each is of one kind, at one place, and no two are in one schema that has a name or stands in an
# operation; kinds take turns as far as the schemas have places for them. An entry of the plan has what to write where ("at" with "set", or
# without, to delete), and what schemac diff has to say of it: code and pointer. Nothing is left to
# chance: the same document gives the same plan.

def escaped: gsub("~"; "~0") | gsub("/"; "~1");
def pointer: map("/" + (tostring | escaped)) | join("");

# The paths of all schemas in the schema at $path, by the keywords that hold some.
def places($path):
    if type != "object" then empty
    elif has("$ref") then empty
    else
        $path,
        ((.properties // {}) | to_entries[] | .key as $k | .value | places($path + ["properties", $k])),
        (.items // empty | places($path + ["items"])),
        (.additionalProperties // empty | places($path + ["additionalProperties"])),
        (("allOf", "anyOf", "oneOf") as $k | (.[$k] // []) | to_entries[] | .key as $i | .value |
            places($path + [$k, $i])),
        (.not // empty | places($path + ["not"]))
    end;

def is_plain($type): .type == $type and (keys - ["type", "description", "title",
    "example", "examples", "default", "x-kubernetes-validations"] | length == 0);
def spare: (.properties // {} | keys_unsorted) - (.required // []);

# Where the kind of change $kind is at home; of a schema: what it writes, and what is to be said.
def change($kind):
    if $kind == "type" and is_plain("string") then
        {keyword: ["type"], set: "integer", code: "D0101"}
    elif $kind == "enum less" and (.enum // [] | length) > 1 then
        {keyword: ["enum", (.enum | length - 1)], code: "D0103"}
    elif $kind == "enum more" and (.enum // [] | length) > 0 and .type == "string" then
        {keyword: ["enum", (.enum | length)], set: "planted", code: "D0104"}
    elif $kind == "enum new" and is_plain("string") then
        {keyword: ["enum"], set: ["planted", "too"], code: "D0105"}
    elif $kind == "minimum" and is_plain("integer") then
        {keyword: ["minimum"], set: 3, code: "D0107"}
    elif $kind == "minimum gone" and has("minimum") and .type == "integer" then
        {keyword: ["minimum"], code: "D0108"}
    elif $kind == "multipleOf" and .type == "integer" and ([has("multipleOf", "enum")] | any | not) then
        {keyword: ["multipleOf"], set: 5, code: "D0109"}
    elif $kind == "maxLength" and is_plain("string") then
        {keyword: ["maxLength"], set: 7, code: "D0110"}
    elif $kind == "maxLength gone" and has("maxLength") then
        {keyword: ["maxLength"], code: "D0111"}
    elif $kind == "pattern" and is_plain("string") then
        {keyword: ["pattern"], set: "^[a-z]+$", code: "D0112"}
    elif $kind == "format" and is_plain("string") then
        {keyword: ["format"], set: "date", code: "D0114"}
    elif $kind == "format gone" and has("format") then
        {keyword: ["format"], code: "D0115"}
    elif $kind == "required" and .type == "object" and (spare | length) > 0 then
        if .required then {keyword: ["required", (.required | length)], set: spare[0], code: "D0116"}
        else {keyword: ["required"], set: [spare[0]], code: "D0116", tail: ["0"]} end
    elif $kind == "required less" and (.required // [] | length) > 1 then
        {keyword: ["required", (.required | length - 1)], code: "D0117"}
    elif $kind == "property" and .type == "object" and .properties and
        (has("additionalProperties") | not) then
        {keyword: ["properties", "planted~/"], set: {type: "string"}, code: "D0118"}
    elif $kind == "property gone" and .type == "object" and (spare | length) > 0 and
        (.additionalProperties == null) and (.properties[spare[-1]] != {}) then
        {keyword: ["properties", spare[-1]], code: "D0119"}
    elif $kind == "closed" and .type == "object" and .properties and
        ([has("additionalProperties", "allOf", "anyOf", "oneOf")] | any | not) then
        {keyword: ["additionalProperties"], set: false, code: "D0120"}
    elif $kind == "uniqueItems" and .type == "array" and (has("uniqueItems") | not) then
        {keyword: ["uniqueItems"], set: true, code: "D0124"}
    elif $kind == "description" and has("description") then
        {keyword: ["description"], set: "planted", code: "D0150"}
    elif $kind == "title" and (has("title") | not) then
        {keyword: ["title"], set: "planted", code: "D0151"}
    elif $kind == "description gone" and has("description") then
        {keyword: ["description"], code: "D0152"}
    else empty end;

def kinds: ["type", "enum less", "enum more", "enum new", "minimum", "minimum gone", "multipleOf",
    "maxLength", "maxLength gone", "pattern", "format", "format gone", "required", "required less",
    "property", "property gone", "closed", "uniqueItems", "description", "title", "description gone"];

# Of the schemas below $root, the places for each kind that has any.
def offers($document; $root):
    [$document | getpath($root) | places($root)] as $places |
    kinds[] as $kind |
    [$places[] as $path | $document | getpath($path) | change($kind) | . + {path: $path}] |
    select(length > 0) | {kind: $kind, found: .};

# The paths of what is compared: named schemas, and those of the bodies and responses of operations;
# of a JSON Schema the whole.
def roots($document):
    (["components", "schemas"], ["definitions"], ["$defs"] | . as $base |
        $document | getpath($base) // {} | keys_unsorted[] | $base + [.]),
    (if has("openapi") or has("swagger") then empty else [] end),
    ((.paths // {}) | to_entries[] | .key as $path | .value | to_entries[] |
        select(.value | type == "object") | ["paths", $path, .key] as $at | .value |
        (["requestBody"] + (.requestBody?.content // {} | keys_unsorted[] | ["content", ., "schema"])),
        ((.responses // {}) | to_entries[] | .key as $status |
            (.value.content? // {} | keys_unsorted[] | ["responses", $status, "content", ., "schema"])) |
        $at + .);

. as $document |
[roots(.)] as $roots |
([($roots | length) / ($count * 2) | floor, 1] | max) as $stride |
reduce ([range(0; $roots | length)] | sort_by(. % $stride))[] as $number ({plan: [], counts: {}};
    if (.plan | length) >= $count then . else
        .counts as $counts |
        ([offers($document; $roots[$number])] | min_by($counts[.kind] // 0)) as $chosen |
        if $chosen == null then . else
            $chosen.found[$number % ($chosen.found | length)] as $one |
            .counts[$chosen.kind] += 1 |
            .plan += [{kind: $chosen.kind, code: $one.code, at: ($one.path + $one.keyword)} +
                (if $one | has("set") then {set: $one.set} else {} end) +
                {pointer: (($one.path + $one.keyword + ($one.tail // [])) | pointer)}]
        end
    end) |
.plan
