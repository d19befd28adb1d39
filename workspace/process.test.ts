import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePorts, requireFreePort } from './process';

test('a port in use is one line that names the variable', async () => {
  const [port = 0] = await freePorts();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, resolve));
  await expect(requireFreePort('API_PORT', port)).rejects.toThrow(
    `API_PORT ${port} is in use; set API_PORT to another port`,
  );
  server.close();
});
