/**
 * Where owners of accounts post: the network that the environment names, else devnet's own behind the same adapter. What
 * they linked lies sealed in `data/social`.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDevnetSocial } from '@vest/devnet'
import type { Logger } from '@vest/exchange'
import type { Clock, SocialPosts } from '@vest/runtime'
import {
  createSocialPosts,
  openLinkFiles,
  type LinkStore,
  type NetworkOptions,
} from '../../adapters/social/src/index.ts'
import { StartError, type StartOptions } from './options.ts'
import { appOrigins } from './startIdentity.ts'

export interface Social {
  readonly posts: SocialPosts
  stop(): Promise<void>
}

/** Where the network sends the browser back to. */
const RETURN_PATH = '/oauth/social'
const DEVNET_CLIENT_ID = 'vest-devnet'
const KEY_BYTES = 32

export async function startSocial({
  options,
  env,
  logger,
  clock,
}: {
  readonly options: Pick<StartOptions, 'dataDir' | 'port'>
  readonly env: NodeJS.ProcessEnv
  readonly logger: Logger
  readonly clock: Clock
}): Promise<Social> {
  const dir = join(options.dataDir, 'social')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const links = openLinks(join(dir, 'links'), socialKey(env, join(dir, 'key')))
  const redirectUri = `${appOrigins(env, options.port)[0]!}${RETURN_PATH}`
  const nowMs = (): number => clock.nowMs()
  const settings = readSocialSettings(env)
  if (settings !== undefined)
    return {
      posts: createSocialPosts({ network: { ...settings, redirectUri }, links, nowMs }),
      stop: async () => undefined,
    }
  const network = await startDevnetSocial({
    clientId: DEVNET_CLIENT_ID,
    redirectUri,
    path: join(dir, 'network.json'),
    nowMs,
    onTrouble: (error) => logger.warn({ err: error }, 'the network of devnet was held up'),
  })
  const { authorizeUrl, postUrl, origin } = network
  return {
    posts: createSocialPosts({
      network: { authorizeUrl, postUrl, apiUrl: origin, clientId: DEVNET_CLIENT_ID, redirectUri },
      links,
      nowMs,
    }),
    stop: () => network.stop(),
  }
}

/** What the environment names; each mistake one sentence, none with a secret in it. */
export function readSocialSettings(env: NodeJS.ProcessEnv): Omit<NetworkOptions, 'redirectUri'> | undefined {
  const text = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]?.trim())
  const clientId = text('VEST_X_CLIENT_ID')
  const clientSecret = text('VEST_X_CLIENT_SECRET')
  if (clientId === undefined && clientSecret !== undefined)
    throw new StartError('VEST_X_CLIENT_SECRET needs VEST_X_CLIENT_ID beside it.')
  if (clientId === undefined) return undefined
  const apiUrl = text('VEST_X_API_URL') ?? 'https://api.x.com'
  if (!/^https?:$/.test(URL.canParse(apiUrl) ? new URL(apiUrl).protocol : ''))
    throw new StartError('VEST_X_API_URL must be an address such as https://api.x.com.')
  return {
    clientId,
    clientSecret,
    apiUrl: apiUrl.replace(/\/$/, ''),
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    postUrl: 'https://x.com/{name}/status/{id}',
  }
}

/** Sealed under another key they are of no use, and what they allow cannot be taken back without it. */
export function openLinks(dir: string, key: Buffer): LinkStore {
  try {
    return openLinkFiles(dir, key)
  } catch (error) {
    throw new StartError(
      `The linked accounts in ${dir} were sealed under another key: set VEST_SOCIAL_KEY to that one, or move the folder away.`,
      { cause: error },
    )
  }
}

/** Of the environment, or made at the first start. */
export function socialKey(env: NodeJS.ProcessEnv, path: string): Buffer {
  const given = env['VEST_SOCIAL_KEY']?.trim()
  if (given !== undefined && given !== '') {
    const key = Buffer.from(given, /^[0-9a-fA-F]{64}$/.test(given) ? 'hex' : 'base64')
    if (key.length !== KEY_BYTES)
      throw new StartError('VEST_SOCIAL_KEY must be 32 bytes, as 64 hex digits or base64.')
    return key
  }
  if (!existsSync(path)) writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600 })
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}
