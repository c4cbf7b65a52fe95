#!/usr/bin/env node
/**
 * `npm start`: builds what changed, then runs everything in this process on one URL. Options and the
 * environment are read in tools/start/options; this file only makes sure that there is something to run.
 */
import { buildServer, buildWallet, buildWeb } from './build.mjs'
import { buildAddon } from './buildAddon.mjs'

const HELP = `Usage: npm start [-- options]

Brings up everything on this machine: a local chain with USDC, the embedded database, the exchange and the
web app, on one URL. Data is kept; Ctrl-C stops all.

Options
  --reset        begin anew: deletes the data folder after asking (without a terminal it needs --yes)
  --yes          answer --reset with yes
  --calendar     trade by the real calendar (devnet's default is --always-open)
  --always-open  every market trades at any hour (default)
  --no-flow      no trading bots
  --help         this text

Environment
  PORT        port of the one URL (default 8080)
  HOST        address to listen on (default localhost: 127.0.0.1 and ::1; one of a network also needs
              VEST_ALLOW_NETWORK=yes)
  VEST_HOSTS  names under which it answers beside those of the loopback, such as a proxy's (a.example,b.example)
  VEST_TRUSTED_PROXIES   addresses and networks of proxies whose X-Forwarded-For is believed (default none)
  VEST_DATA   data folder (default ./data)
  CC          C compiler for the batches of signatures (default cc; without one they are slower)
  VEST_WALLET_PORT     port of the wallet's own origin (default PORT + 1)
  VEST_ANALYTICS_PATH  path of this origin, answered by your own proxy, that counts what users agreed to (default none)
  VEST_VALIDATORS      of a devnet that begins: how many validators, more than half of whom must sign (default 1)
  VEST_VAULT_FLOAT     of a devnet that begins: USDC in the vault of each chain but the default one (default 2000000)
  VEST_STATEMENT_S     seconds between two statements of reserves (default 600)
  VEST_ADDRESS_COOL_DOWN_S  seconds until a new or looser entry of an address book holds (default 86400)
  VEST_OPERATOR_PORT   health, version and metrics, on the loopback (default: any free port, told at the end)

Mail, Google, status page and keys of sign-ins: docs/guides/identity.md. Without these, stand-ins of our own.
`

if (process.argv.includes('--help')) {
  process.stdout.write(HELP)
  process.exit(0)
}

// The reader of our lines may go away (a closed pipe); the exchange stays.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })

try {
  const startedMs = Date.now()
  const line = (text) => process.stdout.write(`${text}\n`)
  const server = await buildServer()
  if (server.built) line(`Built the server in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
  const { url: addonUrl, missing } = buildAddon()
  if (missing) line(`Signatures are recovered one by one, which is slower under load: ${missing}`)
  const { start } = await import('../build/server/start.mjs')
  const buildPages = async () => {
    const [web, wallet] = await Promise.all([buildWeb(), buildWallet()])
    return { built: web.built || wallet.built }
  }
  await start({ argv: process.argv.slice(2), env: process.env, buildWeb: buildPages, print: line, addonUrl })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
