# rewrite.jq - an OpenAPI document in JSON whose named schemas ask for the same in other words: lists
# that are sets come in reverse order, and as $how says, each schema stands in an "allOf" ("allof"),
# each reference does ("reference"), or gives way to what it leads to ("inline").

. as $document |
(if .components then ["components", "schemas"] else ["definitions"] end) as $base |

# What the reference leads to, unless that leads on.
def inlined:
    ."$ref" as $ref |
    ($document | getpath($base + [$ref | sub(".*/"; "") | gsub("~1"; "/") | gsub("~0"; "~")])) as $target |
    if $target == null or ($target | [.. | objects | has("$ref")] | any) then . else $target end;

def rewritten:
    if type != "object" then .
    elif has("$ref") then
        if (keys | length) > 1 or $how == "allof" then .
        elif $how == "reference" then {allOf: [.]}
        else inlined end
    else
        (if .properties then .properties |= with_entries(.value |= rewritten) else . end) |
        (if .items then .items |= rewritten else . end) |
        (if .additionalProperties then .additionalProperties |= rewritten else . end) |
        (if .allOf then .allOf |= map(rewritten) else . end) |
        (if .anyOf then .anyOf |= (map(rewritten) | reverse) else . end) |
        (if .oneOf then .oneOf |= (map(rewritten) | reverse) else . end) |
        (if .required then .required |= reverse else . end) |
        (if .enum then .enum |= reverse else . end) |
        if $how == "allof" and has("type") and (has("nullable") | not) then {allOf: [.]} else . end
    end;

setpath($base; getpath($base) | map_values(rewritten))
