import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections that have not sent the token yet. Every user of the machine can open some and hold them; of too many the one
 * that has waited longest is closed, so that those who know the token are always let in.
 */
export class UnauthenticatedConnections {
  /** In the order in which they came. */
  readonly #waiting = new Set<Socket>();

  constructor(server: Server, max: number) {
    server.on('connection', (socket: Socket) => {
      this.#waiting.add(socket);
      socket.once('close', () => this.#waiting.delete(socket));
      if (this.#waiting.size <= max) return;
      const [oldest] = this.#waiting;
      oldest?.destroy();
    });
  }

  /** It has sent the token: its connection is not limited. */
  admit(socket: Socket): void {
    this.#waiting.delete(socket);
  }
}
