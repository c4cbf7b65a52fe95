/** What can act for an account, and ending all of it. */
import type { ApiKeyRow } from '@vest/protocol'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import { opens, press, type } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { VISITOR, type World } from '../../testing/gallery/world.ts'
import type { WayBack } from '../../entities/recovery/index.ts'
import { KeyPanel } from './KeyPanel.tsx'
import { PasskeyList } from './Passkeys.tsx'
import { SessionsPage } from './SessionsPage.tsx'
import { SignMessageDialog } from './SignMessageDialog.tsx'

const EMAIL = 'mira.okafor@mail.example'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const key = (n: number, change: Partial<ApiKeyRow> = {}): ApiKeyRow => ({
  id: `0x${String(n).padStart(32, '0')}`,
  kind: 'session',
  label: 'Session',
  scopes: ['read', 'trade'],
  createTime: NOW_MS - n * DAY_MS,
  expiryTime: NOW_MS + (14 - n) * DAY_MS,
  lastUsedTime: NOW_MS - n * HOUR_MS,
  lastUsedFrom: '203.0.113.0/24',
  createdFrom: '203.0.113.0/24',
  browser: 'Chrome, macOS',
  ipAllowList: [],
  signingAddr: `0x${String(n).repeat(40)}`,
  isCurrent: false,
  maxDailyLoss: null,
  lostToday: null,
  ...change,
})
const KEYS = [
  key(1, { isCurrent: true, lastUsedTime: NOW_MS }),
  key(5, { lastUsedFrom: '2001:db8:85a3:0::/64', createdFrom: null, browser: null }),
  key(8, { createTime: NOW_MS - 13 * DAY_MS, expiryTime: NOW_MS + 38 * HOUR_MS }),
  key(3, {
    browser: 'node',
    kind: 'program',
    label: 'maker-1',
    ipAllowList: ['198.51.100.0/24', '203.0.113.9'],
    maxDailyLoss: '1250.000000',
    lostToday: '31.420000',
  }),
  key(4, {
    kind: 'program',
    label: 'tax export with a name of some length',
    scopes: ['read'],
    expiryTime: null,
    lastUsedTime: null,
    lastUsedFrom: null,
  }),
]
const answering = (reply: () => Promise<unknown>): Partial<World> => ({ answers: { apiKeys: reply } })

const wayBack = (methods: WayBack['methods']): WayBack => ({
  isEmbedded: true,
  isUnknown: false,
  methods,
  save: () => undefined,
  ask: () => undefined,
})
const passkey = (n: number, name: string, lastUsedTime: number | null) => ({
  id: String(n).repeat(16),
  name,
  lastUsedTime,
  createdTime: NOW_MS - n * DAY_MS,
})

export const scenes: readonly Scene[] = [
  {
    name: 'key-panel',
    render: () => <KeyPanel wayBack={wayBack(['passkey', 'passphrase', 'file'])} />,
    states: {
      loading: { render: () => <KeyPanel wayBack={wayBack(undefined)} />, isPending: true },
      empty: { render: () => <KeyPanel wayBack={wayBack([])} /> },
      normal: {},
    },
  },
  {
    name: 'passkeys',
    render: () => (
      <PasskeyList
        rows={[
          passkey(3, 'Chrome on macOS', NOW_MS - HOUR_MS),
          passkey(9, 'A browser on a system with a name of some length', null),
        ]}
        ask={() => undefined}
      />
    ),
    states: { empty: { render: () => <PasskeyList rows={[]} ask={() => undefined} /> }, normal: {} },
  },
  {
    name: 'sign-message',
    render: () => <SignMessageDialog onClose={() => undefined} />,
    states: {
      normal: { world: { email: EMAIL }, act: () => type('message', 'Sign in to example.org') },
      'not-embedded': { act: () => press('signMessage.sign') },
      empty: { world: { email: EMAIL }, act: () => press('signMessage.sign') },
    },
  },
  {
    name: 'sessions',
    render: () => <SessionsPage />,
    states: {
      visitor: { world: VISITOR },
      loading: { world: answering(silence), isPending: true },
      normal: { world: answering(answer(KEYS)) },
      'ends-soon': {
        world: answering(answer([{ ...KEYS[0]!, expiryTime: NOW_MS + 38 * HOUR_MS }, ...KEYS.slice(1)])),
      },
      alone: { world: answering(answer(KEYS.slice(0, 1))) },
      error: { world: answering(refusal) },
      'new-key': {
        world: answering(answer(KEYS)),
        act: async () => {
          await press('sessions.newKey')
          await opens()
          await type('keyName', 'maker-2')
          await type('maxLoss', '250')
        },
      },
      // The field refuses, and says so.
      'new-key-refused': {
        world: answering(answer(KEYS)),
        act: async () => {
          await press('sessions.newKey')
          await opens()
          await type('maxLoss', '0,5')
        },
      },
      'key-made': {
        world: {
          answers: { apiKeys: answer(KEYS), createApiKey: answer({ id: '0xaa', apiKey: 'c'.repeat(64) }) },
        },
        act: async () => {
          await press('sessions.newKey')
          await opens()
          await type('keyName', 'tax export')
          await press('sessions.mayTrade')
          await press('sessions.create')
        },
      },
      'end-all': { world: answering(answer(KEYS)), act: () => press('sessions.endAll') },
      'end-all-failed': {
        world: { answers: { apiKeys: answer(KEYS), endAllSessions: refusal } },
        act: async () => {
          await press('sessions.endAll')
          await press('sessions.end', { total: 4 })
        },
      },
    },
  },
]
