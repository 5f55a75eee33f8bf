#!/usr/bin/env node
import { once } from "node:events";

import { serve } from "./peer/protocol.js";

await serve(process.stdin, async (line) => {
  if (!process.stdout.write(line)) await once(process.stdout, "drain");
});
process.stdin.destroy();
