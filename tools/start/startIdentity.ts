/**
 * Identity on this machine: its store, its key, and what stands in for mail, Google and a status page where the
 * environment names no real ones. The wallet's origin listens at once; everything else begins with its first use, so
 * that a start takes no longer for it.
 */
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { adoptTemplate } from '@vest/database'
import { createMailbox, createOpenIdProvider, createStatusPage, OPEN_ID_CLIENT } from '@vest/devnet'
import { createWalletProofs, startWalletServer, type ExchangeOptions, type Logger } from '@vest/exchange'
import {
  createIdentity,
  createIdentityKeys,
  createOidcProvider,
  createSmtpMail,
  type MailPort,
  keyFromFile,
  openPgliteIdentityStore,
  openPostgresIdentityStore,
  readKeyText,
  type IdentityStore,
} from '@vest/identity'
import type { Address, ChainInfo, WalletConfig } from '@vest/protocol'
import type { Clock } from '@vest/runtime'
import {
  mountDevnetIdentity,
  STATUS_SUMMARY_PATH,
  MAILBOX_PATH,
  PROVIDER_PATH,
} from './mountDevnetIdentity.ts'
import { StartError, type StartOptions } from './options.ts'

export interface IdentityStart {
  readonly options: StartOptions
  readonly env: NodeJS.ProcessEnv
  readonly chains: readonly ChainInfo[]
  /** Over which approvals of signing keys are made; ours. */
  readonly registrationContract: Address
  /** The exchange's wallet there, and JSON-RPC over parsed bodies. */
  readonly solana: { readonly depositAddress: string; readonly rpc: (body: unknown) => Promise<unknown> }
  readonly logger: Logger
  readonly clock: Clock
  readonly workerUrl: URL
  /** A database that was laid out before. */
  readonly templateDir: string
  /** Where the built frame lies. */
  readonly walletDir: string
}

export interface StartedIdentity {
  /** The way out for mails, also those of other parts; closed with this one. */
  readonly mail: MailPort
  readonly role: NonNullable<ExchangeOptions['identity']>
  mount(app: Parameters<NonNullable<ExchangeOptions['extraRoutes']>>[0]): void
  stop(): Promise<void>
}

const MAIL_FROM = 'Vest <no-reply@vest.localhost>'

/** Where the app is at home; the first is the one that others lead back to. */
export const appOrigins = (env: NodeJS.ProcessEnv, port: number): readonly string[] =>
  readSettings(env).appOrigins ?? [`http://localhost:${port}`]

export async function startIdentity(start: IdentityStart): Promise<StartedIdentity> {
  const { options, env, logger, clock } = start
  const settings = readSettings(env)
  const folder = join(options.dataDir, 'identity')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const port = options.walletPort === 0 ? await freePort(options.host) : options.walletPort
  const origins = appOrigins(env, options.port)
  const origin = settings.walletOrigin ?? `http://localhost:${port}`
  const redirectUri = `${origins[0]}/oauth/redirect`
  const nowMs = (): number => clock.nowMs()

  const mailbox = settings.smtpUrl === undefined ? createMailbox(nowMs) : undefined
  const issuer = `http://localhost:${options.port}${PROVIDER_PATH}`
  const provider = settings.google === undefined ? createOpenIdProvider({ issuer, redirectUri }) : undefined
  const statusPage = settings.statusUrl === undefined ? createStatusPage(`${origins[0]}`) : undefined

  const mail = createSmtpMail({
    url: () => settings.smtpUrl ?? mailbox!.smtpUrl(),
    from: settings.mailFrom ?? MAIL_FROM,
  })
  const identity = createIdentity({
    hasPeople: () => settings.databaseUrl !== undefined || existsSync(join(folder, 'database')),
    openStore: () => openStore(start, folder, settings.databaseUrl),
    keys: createIdentityKeys(settings.key ?? keyFromFile(join(folder, 'key'))),
    issuer: origin,
    appOrigins: origins,
    nowMs,
    mail,
    google: createOidcProvider({ ...(settings.google ?? { issuer, clientId: OPEN_ID_CLIENT }), redirectUri }),
    proofs: await createWalletProofs(),
    onTrouble: (what, error) => logger.warn({ err: error }, what),
  })
  const config: WalletConfig = {
    appOrigins: [...origins],
    issuer: origin,
    google: true,
    registrationContract: start.registrationContract,
    chains: start.chains.flatMap(walletChain),
    // Its addresses are those of the real network; no blockhash of either is known to the other.
    solana: { chain: 'solana:mainnet', depositAddress: start.solana.depositAddress },
  }
  const server = await startWalletServer({
    host: options.host,
    port,
    origin,
    config,
    identity,
    solana: start.solana.rpc,
    staticDir: start.walletDir,
    logger,
  })
  return {
    mail,
    role: {
      port: identity,
      info: {
        walletOrigin: origin,
        google: true,
        statusUrl: settings.statusUrl ?? STATUS_SUMMARY_PATH,
        mailboxUrl: mailbox === undefined ? null : MAILBOX_PATH,
      },
    },
    mount: (app) => mountDevnetIdentity(app, { mailbox, provider, statusPage }),
    async stop() {
      await server.stop()
      await identity.stop()
      await mailbox?.stop()
    },
  }
}

const walletChain = ({ chainId, name, vault, tokens }: ChainInfo): WalletConfig['chains'] =>
  tokens.flatMap(({ address, decimals, authorization }) =>
    authorization === null ? [] : [{ chainId, name, vault, token: { address, decimals, ...authorization } }],
  )

interface Settings {
  readonly walletOrigin?: string | undefined
  readonly appOrigins?: readonly string[] | undefined
  readonly key?: Uint8Array | undefined
  readonly databaseUrl?: string | undefined
  readonly smtpUrl?: string | undefined
  readonly mailFrom?: string | undefined
  readonly statusUrl?: string | undefined
  readonly google?:
    { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | undefined
}

/** What the environment names; each mistake one sentence, none with a secret in it. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const text = (name: string): string | undefined => (env[name] === '' ? undefined : env[name])
  const origins = text('VEST_APP_ORIGINS')
    ?.split(',')
    .map((each) => originOf('VEST_APP_ORIGINS', each.trim()))
  const wallet = text('VEST_WALLET_ORIGIN')
  const smtpUrl = text('VEST_SMTP_URL')
  if (smtpUrl !== undefined && !/^smtps?:\/\/[^\s]+$/.test(smtpUrl))
    throw new StartError('VEST_SMTP_URL must begin with smtp:// or smtps://.')
  if (smtpUrl !== undefined && text('VEST_MAIL_FROM') === undefined)
    throw new StartError('VEST_SMTP_URL needs VEST_MAIL_FROM: the address that codes come from.')
  const statusUrl = text('VEST_STATUS_URL')
  if (statusUrl !== undefined) originOf('VEST_STATUS_URL', statusUrl)
  return {
    walletOrigin: wallet === undefined ? undefined : originOf('VEST_WALLET_ORIGIN', wallet),
    appOrigins: origins,
    key: keyOf(text('VEST_IDENTITY_KEY')),
    databaseUrl: text('VEST_IDENTITY_DATABASE_URL'),
    smtpUrl,
    mailFrom: text('VEST_MAIL_FROM'),
    statusUrl,
    google: googleOf(text('VEST_GOOGLE_CLIENT_ID'), text('VEST_GOOGLE_CLIENT_SECRET')),
  }
}

const GOOGLE = 'https://accounts.google.com'

function googleOf(clientId: string | undefined, clientSecret: string | undefined): Settings['google'] {
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined)
    throw new StartError('VEST_GOOGLE_CLIENT_ID and VEST_GOOGLE_CLIENT_SECRET are needed together.')
  return { issuer: GOOGLE, clientId, clientSecret }
}

function keyOf(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined
  try {
    return readKeyText(text)
  } catch (error) {
    throw new StartError(`VEST_IDENTITY_KEY: ${(error as Error).message}.`)
  }
}

function originOf(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new StartError(`${name} must be an address such as https://wallet.example.`)
  return new URL(text).origin
}

async function openStore(
  { templateDir, workerUrl }: IdentityStart,
  folder: string,
  databaseUrl: string | undefined,
): Promise<IdentityStore> {
  if (databaseUrl !== undefined) return openPostgresIdentityStore(databaseUrl)
  const dir = join(folder, 'database')
  if (!existsSync(dir)) adoptTemplate(templateDir, dir)
  return openPgliteIdentityStore({ dir, workerUrl })
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
