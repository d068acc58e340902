import { type Content, html } from '../web/html.ts';

export type CodeLanguage = 'sh' | 'js' | 'py' | 'json' | 'text';

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + '`(?:[^`\\\\]|\\\\.)*`';
const JS_WORDS = 'import|from|export|function|const|return|if|await|async|new|for|of|throw';
const PY_WORDS =
  'import|from|def|return|if|not|and|or|for|in|try|except|as|with|is|None|True|False|lambda|any|next';

/** Highlighted tokens of each language: comments, field names, strings, numbers and keywords. */
const TOKENS: Readonly<Record<CodeLanguage, RegExp | null>> = {
  sh: new RegExp(
    `(?<c>(?<=^|\\s)#.*)|(?<f>"\\w+"(?=: ))|(?<s>"[^"]*")|(?<k>\\b(?:curl|export)\\b| -[XHd]\\b)`,
    'gm',
  ),
  js: new RegExp(
    `(?<c>//.*|/\\*[^]*?\\*/)|(?<s>${STRING})|(?<k>\\b(?:${JS_WORDS})\\b)|(?<n>\\b\\d+\\b)`,
    'g',
  ),
  py: new RegExp(
    `(?<c>#.*)|(?<s>"""[^]*?"""|[bf]?(?:${STRING}))|(?<k>\\b(?:${PY_WORDS})\\b)|(?<n>\\b\\d+\\b)`,
    'g',
  ),
  json: new RegExp(
    `(?<f>"(?:[^"\\\\]|\\\\.)*"(?=:))|(?<s>"(?:[^"\\\\]|\\\\.)*")|(?<n>-?\\b\\d+(?:\\.\\d+)?\\b|\\b(?:true|false|null)\\b)`,
    'g',
  ),
  text: null,
};

export function highlighted(code: string, language: CodeLanguage): Content {
  const tokens = TOKENS[language];
  if (tokens === null) return code;
  const parts: Content[] = [];
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)!;
    parts.push(code.slice(end, match.index), html`<i class="${kind}">${text}</i>`);
    end = match.index + match[0].length;
  }
  parts.push(code.slice(end));
  return parts;
}
