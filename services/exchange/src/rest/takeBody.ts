/**
 * The body of a request as Node's parser hands it over. Between parser and reader stands a stream, whose events for one
 * small piece cost as much as a look at everything in it; a request whose body has no reader yet is spared that.
 */
import type { IncomingMessage } from 'node:http'

/** Node reads to its end what was not consumed, before the next request of the connection. */
type Consumed = IncomingMessage & { _consumed: boolean }

/** `whenWhole` is told once `length` bytes are there; never, where the connection ends before. */
export function takeBody(request: IncomingMessage, length: number, whenWhole: (body: Buffer) => void): void {
  const pieces: Buffer[] = []
  let missing = length
  const take = (piece: Buffer): void => {
    missing -= piece.length
    if (missing === 0 && pieces.length === 0) return whenWhole(piece)
    pieces.push(piece)
    if (missing === 0) whenWhole(Buffer.concat(pieces))
  }
  const isUntouched = request.readableFlowing === null && request.readableLength === 0 && !request.complete
  if (!isUntouched) return void request.on('data', take)
  ;(request as Consumed)._consumed = true
  // Node pushes each piece, and nothing behind the last.
  request.push = (piece: Buffer | null): boolean => {
    if (piece !== null) take(piece)
    return true
  }
}
