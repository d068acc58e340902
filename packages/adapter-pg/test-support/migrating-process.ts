/** A process that migrates the database whose URL it is given, and can be killed meanwhile. */
import { migrate } from '@bord/adapter-pg';

await migrate({ url: process.argv[2]! });
