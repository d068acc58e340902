import { bodyText, filledPath, type SampleRequest, variablesOf } from './sample-request.ts';

/** A request as a script for Python 3.9 or newer, without packages. */
export function pythonOf(request: SampleRequest): string {
  const { method, query, body } = request;
  const text =
    body === null ? '' : bodyText(request, { freshKey: 'str(uuid.uuid4())', variable: (name) => name });
  const modules = [
    'json',
    'os',
    'urllib.error',
    'urllib.request',
    ...(text.includes('uuid.') ? ['uuid'] : []),
  ];
  const names = variablesOf(request);
  const headers = body === null ? '' : ', "Content-Type": "application/json"';
  return [
    `import ${modules.join(', ')}`,
    '',
    `${names.join(', ')} = (os.environ[name] for name in (${names.map((name) => `"${name}"`).join(', ')}))`,
    'request = urllib.request.Request(',
    `    f"{BORD}${filledPath(request, (name) => `{${name}}`)}${query}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    `    headers={"Authorization": f"Bearer {KEY}"${headers}},`,
    ...(body === null ? [] : [`    data=json.dumps(${literalOf(text)}).encode(),`]),
    ')',
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as error:',
    '    response = error',
    'print(response.status, json.load(response))',
  ].join('\n');
}

/** JSON is valid Python except for three words. */
function literalOf(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json
    .replaceAll(/(?<=[:[,] ?)(true|false|null)\b/g, (word) => words[word]!)
    .replaceAll('\n', '\n    ');
}
