// Preloaded by each process of a record: the clock of a run begins at one instant, and passes as usual.
const shiftMs = Number(process.env['OUTPUTS_SHIFT_MS'] ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + shiftMs] : given));
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
