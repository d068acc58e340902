import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';

const lines = (text: string) => readCsv('x.csv', text).records.map(({ line, cells }) => [line, ...cells]);

describe('cells', () => {
  test.each([
    [
      'commas',
      'a,b\n1,2\n',
      ',',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'semicolons, with commas in the cells',
      'a;b\n1,5;2\n',
      ';',
      [
        [1, 'a', 'b'],
        [2, '1,5', '2'],
      ],
    ],
    [
      'tabs, and a return alone',
      'a\tb\r1\t2',
      '\t',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'one column',
      'a\n1\n',
      ',',
      [
        [1, 'a'],
        [2, '1'],
      ],
    ],
    [
      'a delimiter within quotation marks',
      '"a;;;;",b\n1,2',
      ',',
      [
        [1, 'a;;;;', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'what spreadsheets write above',
      '\ufeffsep=;\r\na;b\r\n1;2',
      ';',
      [
        [2, 'a', 'b'],
        [3, '1', '2'],
      ],
    ],
  ] as const)('are read with %s', (_, text, delimiter, records) => {
    expect(readCsv('x.csv', text).delimiter).toBe(delimiter);
    expect(lines(text)).toEqual(records);
  });

  test('a delimiter is known by its regularity, not by how often it is written', () => {
    const text = 'a;b;c\n1;2;x, y, z, u, v\n3;4;x, y\n5;6;x\n';
    expect(readCsv('x.csv', text).delimiter).toBe(';');
    expect(readCsv('x.csv', `Bookings, March, April, May, June\n${text}`).delimiter).toBe(';');
  });

  test('quoted cells continue over lines, and lines are counted as in an editor', () => {
    const text = '\ufeffa;b\r\n1;"x\r\n\r\ny ""z"""\r\n\r\n;\r\n2; z \r\n3;x"y\r\n="007";1;2';
    expect(lines(text)).toEqual([
      [1, 'a', 'b'],
      [2, '1', 'x\n\ny "z"'],
      [7, '2', 'z'],
      [8, '3', 'x"y'],
      [9, '007', '1', '2'],
    ]);
  });

  test('an unclosed quotation mark is reported with its line', () => {
    expect(() => lines('a,b\n1,2\n3,"un\n4,5\n')).toThrow('x.csv:3: a quotation mark is opened');
  });
});

describe('texts', () => {
  const bytes = (...codes: number[]) => Uint8Array.from(codes);
  test.each([
    ['UTF-8', Buffer.from('Müller €'), 'Müller €'],
    ['UTF-8', Buffer.from('\ufeffMüller'), 'Müller'],
    ['UTF-16', Buffer.from('\ufeffMüller', 'utf16le'), 'Müller'],
    ['UTF-16', Buffer.from('\ufeffMüller', 'utf16le').swap16(), 'Müller'],
    ['Windows-1252', bytes(0x4d, 0xfc, 0x80, 0x96, 0x92), 'Mü€–’'],
  ])('%s is read', (encoding, given, text) => {
    expect(decodeText('x.csv', given, undefined)).toEqual({ encoding, text });
  });

  test('a given encoding is used, and bytes that do not match it are reported', () => {
    expect(decodeText('x', bytes(0x8a), 'macintosh').text).toBe('ä');
    expect(decodeText('x', bytes(0x8a), 'latin1').text).toBe('Š');
    expect(() => decodeText('x.csv', bytes(0xfc), 'utf-8')).toThrow(
      'x.csv: it is not utf-8 text; try another --encoding',
    );
    expect(() => decodeText('x.csv', bytes(0xfc), 'klingon')).toThrow('the encoding klingon is unknown');
  });
});
