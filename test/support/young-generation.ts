/**
 * The option of Node with which `npm start`, the image and the systemd unit start a server. Without it, V8 chooses by the machine: 128 MB for the
 * young generation on one with 24 GB, all of which stays resident under load.
 */
export const YOUNG_GENERATION = '--max-semi-space-size=16';
