import { bodyText, filledPath, type SampleRequest, variablesOf } from './sample-request.ts';

export function javaScriptOf(request: SampleRequest): string {
  const { method, query, body } = request;
  const headers = body === null ? '' : ", 'content-type': 'application/json'";
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { authorization: \`Bearer \${KEY}\`${headers} },`,
    ...(body === null ? [] : [`  body: JSON.stringify(${objectText(request).replaceAll('\n', '\n  ')}),`]),
  ];
  return [
    `const { ${variablesOf(request).join(', ')} } = process.env;`,
    '',
    `const response = await fetch(\`\${BORD}${filledPath(request, (name) => `\${${name}}`)}${query}\`, {`,
    ...lines,
    '});',
    'console.log(response.status, await response.json());',
  ].join('\n');
}

/** An object literal with unquoted names. */
function objectText(request: SampleRequest): string {
  return bodyText(request, { freshKey: 'crypto.randomUUID()', variable: (name) => name }).replaceAll(
    /"(\w+)": /g,
    '$1: ',
  );
}
