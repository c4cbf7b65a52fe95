/** The feeds of a page through a line that can be cut while its calls still pass. */
import type { Page, WebSocketRoute } from '@playwright/test'

export interface SocketLine {
  cut(): void
  mend(): void
}

/** To be called before the page is opened. */
export async function holdSockets(page: Page): Promise<SocketLine> {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/./, (socket) => {
    if (isCut) return void socket.close()
    open.add(socket)
    socket.connectToServer()
  })
  return {
    cut(): void {
      isCut = true
      for (const socket of open) void socket.close()
      open.clear()
    },
    mend: () => void (isCut = false),
  }
}
