import type { FilesUrl } from '../../config/variables.ts';
import { Failure } from '../../output/failure.ts';
import { openSourceFile } from '../source-file.ts';
import { listedIn, type ReadLocation, readLocationFile } from './location-file.ts';
import { type WithImages, withImages } from './stored-images.ts';

export interface ReadLocations {
  readonly locations: readonly WithImages[];
  /** There are several files, or the file has a list. */
  readonly isList: boolean;
}

/** Reads files that have a location or a list of locations each. Throws a Failure with the faults of all locations. */
export async function readLocations(paths: readonly string[], files: FilesUrl): Promise<ReadLocations> {
  const read: { readonly file: ReadLocation; readonly path: string }[] = [];
  const faults: string[] = [];
  let isList = paths.length > 1;
  for (const path of paths) {
    const source = await openSourceFile(path);
    const listed = listedIn(source);
    isList ||= listed !== null;
    for (const part of listed ?? [source]) {
      try {
        read.push({ file: readLocationFile(part), path });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        faults.push(...error.lines);
      }
    }
  }
  if (faults.length > 0) throw new Failure(faults, true);
  const locations: WithImages[] = [];
  for (const { file, path } of read) locations.push(await withImages(file, path, files));
  return { locations, isList };
}
