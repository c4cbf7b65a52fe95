import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describeOidcProvider } from '../../../adapters/identity/src/testing/describeOidcProvider.ts'
import { createOpenIdProvider, OPEN_ID_CLIENT, type OpenIdProvider } from './openIdProvider.ts'
import { signInAtProvider } from './testing/signInAtProvider.ts'

describeOidcProvider('devnet', async () => {
  const behind: { provider?: OpenIdProvider } = {}
  const server = createServer((request, response) => {
    behind
      .provider!.handle(request, response)
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}/devnet/google`
  const redirectUri = `${origin}/oauth/redirect`
  behind.provider = createOpenIdProvider({ issuer, redirectUri })
  return {
    options: { issuer, clientId: OPEN_ID_CLIENT, redirectUri },
    signIn: (url, person) => signInAtProvider(url, redirectUri, person),
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
})
