/** The library that makes a disk fail does so in its folder only. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFaultyDisk, whyNoFaultyDisk } from './faulty-disk.ts';

/** Writes, flushes, overwrites, and appends; prints each result. */
const PROGRAM = `
  const { openSync, writeSync, fsyncSync } = require('node:fs');
  const file = openSync(process.argv[1], 'w+');
  const tried = (run) => { try { run(); return 'done'; } catch (error) { return error.code; } };
  console.log(JSON.stringify([
    tried(() => writeSync(file, 'abc', 0)), tried(() => fsyncSync(file)), tried(() => writeSync(file, 'xyz', 0)), tried(() => writeSync(file, 'd', 3)),
  ]));`;

test.skipIf(whyNoFaultyDisk() !== null)(
  '§7 D23 a faulty disk fails at the given rate, is full if a file would grow, and leaves other folders alone',
  () => {
    const tools = mkdtempSync(join(tmpdir(), 'bord-faulty-'));
    onTestFinished(() => rmSync(tools, { recursive: true }));
    mkdirSync(join(tools, 'data'));
    const disk = openFaultyDisk(tools, join(tools, 'data'));
    onTestFinished(() => disk.close());
    const run = (path: string): string[] => {
      const out = execFileSync(process.execPath, ['-e', PROGRAM, join(tools, path)], {
        env: { ...process.env, ...disk.env },
        encoding: 'utf8',
      });
      return JSON.parse(out) as string[];
    };
    expect(run('data/file')).toEqual(['done', 'done', 'done', 'done']);
    disk.fail({ flushes: 1 });
    expect(run('elsewhere')).toEqual(['done', 'done', 'done', 'done']);
    expect(run('data/file')).toEqual(['done', 'EIO', 'done', 'done']);
    disk.fail({ writes: 2 });
    expect(run('data/file')).toEqual(['EIO', 'done', 'EIO', 'done']);
    disk.fail({ isFull: true });
    expect(run('data/file')).toEqual(['ENOSPC', 'done', 'ENOSPC', 'ENOSPC']);
    expect(disk.happened()).toBe(6);
    disk.fail({});
    expect(run('data/file')).toEqual(['done', 'done', 'done', 'done']);
  },
);
