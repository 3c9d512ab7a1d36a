#include "validate/ecma_set.h"

/*
 * The names of section 22.2.2.10: table 67 (properties with a value), table 68 (those without), and
 * the values of General_Category and Script in PropertyValueAliases.txt of Unicode 17. Each pair is
 * the name that PCRE2 has and another one of the same thing.
 *
 * A table here says only what is a name. Whether PCRE2 has it too is asked of PCRE2.
 */
static const char *const categories[] = {
    /* clang-format off */
    "C Other", "Cc Control", "Cc cntrl", "Cf Format", "Cn Unassigned", "Co Private_Use",
    "Cs Surrogate", "L Letter", "LC Cased_Letter", "Ll Lowercase_Letter", "Lm Modifier_Letter",
    "Lo Other_Letter", "Lt Titlecase_Letter", "Lu Uppercase_Letter", "M Mark", "M Combining_Mark",
    "Mc Spacing_Mark", "Me Enclosing_Mark", "Mn Nonspacing_Mark", "N Number", "Nd Decimal_Number",
    "Nd digit", "Nl Letter_Number", "No Other_Number", "P Punctuation", "P punct",
    "Pc Connector_Punctuation", "Pd Dash_Punctuation", "Pe Close_Punctuation",
    "Pf Final_Punctuation", "Pi Initial_Punctuation", "Po Other_Punctuation",
    "Ps Open_Punctuation", "S Symbol", "Sc Currency_Symbol", "Sk Modifier_Symbol",
    "Sm Math_Symbol", "So Other_Symbol", "Z Separator", "Zl Line_Separator",
    "Zp Paragraph_Separator", "Zs Space_Separator",
    /* clang-format on */
};

static const char *const binary_properties[] = {
    /* clang-format off */
    "ASCII ASCII", "ASCII_Hex_Digit AHex", "Alphabetic Alpha", "Any Any", "Bidi_Control Bidi_C",
    "Bidi_Mirrored Bidi_M", "Case_Ignorable CI", "Cased Cased", "Changes_When_Casefolded CWCF",
    "Changes_When_Casemapped CWCM", "Changes_When_Lowercased CWL",
    "Changes_When_NFKC_Casefolded CWKCF", "Changes_When_Titlecased CWT",
    "Changes_When_Uppercased CWU", "Dash Dash", "Default_Ignorable_Code_Point DI",
    "Deprecated Dep", "Diacritic Dia", "Emoji Emoji", "Emoji_Component EComp",
    "Emoji_Modifier EMod", "Emoji_Modifier_Base EBase", "Emoji_Presentation EPres",
    "Extended_Pictographic ExtPict", "Extender Ext", "Grapheme_Base Gr_Base",
    "Grapheme_Extend Gr_Ext", "Hex_Digit Hex", "IDS_Binary_Operator IDSB",
    "IDS_Trinary_Operator IDST", "ID_Continue IDC", "ID_Start IDS", "Ideographic Ideo",
    "Join_Control Join_C", "Logical_Order_Exception LOE", "Lowercase Lower", "Math Math",
    "Noncharacter_Code_Point NChar", "Pattern_Syntax Pat_Syn", "Pattern_White_Space Pat_WS",
    "Quotation_Mark QMark", "Radical Radical", "Regional_Indicator RI", "Sentence_Terminal STerm",
    "Soft_Dotted SD", "Terminal_Punctuation Term", "Unified_Ideograph UIdeo", "Uppercase Upper",
    "Variation_Selector VS", "White_Space space", "XID_Continue XIDC", "XID_Start XIDS",
    /* clang-format on */
};

static const char *const scripts[] = {
    /* clang-format off */
    "Adlm Adlam", "Aghb Caucasian_Albanian", "Ahom Ahom", "Arab Arabic", "Armi Imperial_Aramaic",
    "Armn Armenian", "Avst Avestan", "Bali Balinese", "Bamu Bamum", "Bass Bassa_Vah",
    "Batk Batak", "Beng Bengali", "Berf Beria_Erfe", "Bhks Bhaiksuki", "Bopo Bopomofo",
    "Brah Brahmi", "Brai Braille", "Bugi Buginese", "Buhd Buhid", "Cakm Chakma",
    "Cans Canadian_Aboriginal", "Cari Carian", "Cham Cham", "Cher Cherokee", "Chrs Chorasmian",
    "Copt Coptic", "Copt Qaac", "Cpmn Cypro_Minoan", "Cprt Cypriot", "Cyrl Cyrillic",
    "Deva Devanagari", "Diak Dives_Akuru", "Dogr Dogra", "Dsrt Deseret", "Dupl Duployan",
    "Egyp Egyptian_Hieroglyphs", "Elba Elbasan", "Elym Elymaic", "Ethi Ethiopic", "Gara Garay",
    "Geor Georgian", "Glag Glagolitic", "Gong Gunjala_Gondi", "Gonm Masaram_Gondi", "Goth Gothic",
    "Gran Grantha", "Grek Greek", "Gujr Gujarati", "Gukh Gurung_Khema", "Guru Gurmukhi",
    "Hang Hangul", "Hani Han", "Hano Hanunoo", "Hatr Hatran", "Hebr Hebrew", "Hira Hiragana",
    "Hluw Anatolian_Hieroglyphs", "Hmng Pahawh_Hmong", "Hmnp Nyiakeng_Puachue_Hmong",
    "Hung Old_Hungarian", "Ital Old_Italic", "Java Javanese", "Kali Kayah_Li", "Kana Katakana",
    "Kawi Kawi", "Khar Kharoshthi", "Khmr Khmer", "Khoj Khojki", "Kits Khitan_Small_Script",
    "Knda Kannada", "Krai Kirat_Rai", "Kthi Kaithi", "Lana Tai_Tham", "Laoo Lao", "Latn Latin",
    "Lepc Lepcha", "Limb Limbu", "Lina Linear_A", "Linb Linear_B", "Lisu Lisu", "Lyci Lycian",
    "Lydi Lydian", "Mahj Mahajani", "Maka Makasar", "Mand Mandaic", "Mani Manichaean",
    "Marc Marchen", "Medf Medefaidrin", "Mend Mende_Kikakui", "Merc Meroitic_Cursive",
    "Mero Meroitic_Hieroglyphs", "Mlym Malayalam", "Modi Modi", "Mong Mongolian", "Mroo Mro",
    "Mtei Meetei_Mayek", "Mult Multani", "Mymr Myanmar", "Nagm Nag_Mundari", "Nand Nandinagari",
    "Narb Old_North_Arabian", "Nbat Nabataean", "Newa Newa", "Nkoo Nko", "Nshu Nushu",
    "Ogam Ogham", "Olck Ol_Chiki", "Onao Ol_Onal", "Orkh Old_Turkic", "Orya Oriya", "Osge Osage",
    "Osma Osmanya", "Ougr Old_Uyghur", "Palm Palmyrene", "Pauc Pau_Cin_Hau", "Perm Old_Permic",
    "Phag Phags_Pa", "Phli Inscriptional_Pahlavi", "Phlp Psalter_Pahlavi", "Phnx Phoenician",
    "Plrd Miao", "Prti Inscriptional_Parthian", "Rjng Rejang", "Rohg Hanifi_Rohingya",
    "Runr Runic", "Samr Samaritan", "Sarb Old_South_Arabian", "Saur Saurashtra",
    "Sgnw SignWriting", "Shaw Shavian", "Shrd Sharada", "Sidd Siddham", "Sidt Sidetic",
    "Sind Khudawadi", "Sinh Sinhala", "Sogd Sogdian", "Sogo Old_Sogdian", "Sora Sora_Sompeng",
    "Soyo Soyombo", "Sund Sundanese", "Sunu Sunuwar", "Sylo Syloti_Nagri", "Syrc Syriac",
    "Tagb Tagbanwa", "Takr Takri", "Tale Tai_Le", "Talu New_Tai_Lue", "Taml Tamil", "Tang Tangut",
    "Tavt Tai_Viet", "Tayo Tai_Yo", "Telu Telugu", "Tfng Tifinagh", "Tglg Tagalog", "Thaa Thaana",
    "Thai Thai", "Tibt Tibetan", "Tirh Tirhuta", "Tnsa Tangsa", "Todr Todhri", "Tols Tolong_Siki",
    "Toto Toto", "Tutg Tulu_Tigalari", "Ugar Ugaritic", "Vaii Vai", "Vith Vithkuqi",
    "Wara Warang_Citi", "Wcho Wancho", "Xpeo Old_Persian", "Xsux Cuneiform", "Yezi Yezidi",
    "Yiii Yi", "Zanb Zanabazar_Square", "Zinh Inherited", "Zinh Qaai", "Zyyy Common",
    "Zzzz Unknown",
    /* clang-format on */
};

#define COUNT(array) (ptrdiff_t)(sizeof(array) / sizeof *(array))

/* The first name of the pair that has NAME; empty when there is none. */
static str find_name(const char *const *pairs, ptrdiff_t count, str name)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        str first, second;
        str_cut(str_of(pairs[i]), ' ', &first, &second);
        if (str_equal(name, first) || str_equal(name, second))
            return first;
    }
    return (str){0};
}

/* A general category; Cased_Letter is another word for PCRE2. */
static str find_category(str name)
{
    str category = find_name(categories, COUNT(categories), name);
    return str_equal(category, S("LC")) ? S("L&") : category;
}

static bool find_valued(struct arena *arena, str name, str value, str *ret_pcre2)
{
    if (str_equal(name, S("General_Category")) || str_equal(name, S("gc"))) {
        *ret_pcre2 = find_category(value);
        return ret_pcre2->len > 0;
    }
    bool extended = str_equal(name, S("Script_Extensions")) || str_equal(name, S("scx"));
    if (!extended && !str_equal(name, S("Script")) && !str_equal(name, S("sc")))
        return false;
    str script = find_name(scripts, COUNT(scripts), value);
    if (!script.len)
        return false;
    if (extended && (str_equal(script, S("Zyyy")) || str_equal(script, S("Zinh"))))
        return true; /* PCRE2 takes what extends other scripts for these, too */
    *ret_pcre2 =
        arena_printf(arena, "%s:%.*s", extended ? "scx" : "sc", (int)script.len, script.data);
    return true;
}

bool ecma_find_property(struct arena *arena, str name, bool has_value, str value, str *ret_pcre2,
                        bool *ret_negated)
{
    *ret_negated = false;
    *ret_pcre2 = (str){0};
    if (has_value)
        return find_valued(arena, name, value, ret_pcre2);
    if (str_equal(name, S("Assigned"))) {
        *ret_negated = true;
        *ret_pcre2 = S("Cn");
        return true;
    }
    *ret_pcre2 = find_category(name);
    if (!ret_pcre2->len)
        *ret_pcre2 = find_name(binary_properties, COUNT(binary_properties), name);
    bool found = ret_pcre2->len > 0;
    if (str_equal(*ret_pcre2, S("Bidi_Mirrored")))
        *ret_pcre2 = (str){0}; /* PCRE2 10.42 has those only that have a mirror image */
    return found;
}
