/** The parts of the command line that programs can use: configuration, and locations and menus as files. */
export { type Config, type ConfigSources, type Flag, loadConfig } from './config/config.ts';
export type { LogLevel, MailUrl, Variable } from './config/variables.ts';
export { checkConformance } from './conformance/check-conformance.ts';
export { SECTIONS as CONFORMANCE_SECTIONS } from './conformance/sections.ts';
export type { Report as ConformanceReport, Verdict as ConformanceVerdict } from './conformance/try-rules.ts';
export type {
  Clock as ConformanceClock,
  GivenSettings as ConformanceSettings,
  Surroundings as ConformanceSurroundings,
} from './conformance/settings.ts';
export { Failure } from './output/failure.ts';
export type { DatabaseUrl } from './storages/storages.ts';
export {
  readLocationFile,
  type ReadLocation,
  writeLocationFile,
} from './files/location-file/location-file.ts';
export { readMenuFile } from './files/menu-file.ts';
export {
  type Fault,
  type FilePath,
  openSourceFile,
  parseSource,
  type SourceFile,
} from './files/source-file.ts';
export { checkAgent } from './conformance/agent/check-agent.ts';
