/** What stands around every page: header, banners, toasts, sidebar, settings and the palette. */
import i18next from 'i18next'
import {
  asCapital,
  BUSY,
  EVALUATION,
  FLAT,
  NOW_MS,
  LONG,
  NEAR_FLOOR,
  PENNILESS,
} from '../testing/gallery/accounts.ts'
import { answer } from '../testing/gallery/answers.ts'
import { does, opensBy } from '../testing/gallery/hands.ts'
import type { Scene } from '../testing/gallery/scene.ts'
import { LOST, PENDING, VISITOR, type World } from '../testing/gallery/world.ts'
import { NOT_CONNECTED } from '../live/index.ts'
import { showToast } from '../ui/index.ts'
import { Banners } from './banners/Banners.tsx'
import { EarlyPalette } from './EarlyPalette.tsx'
import { Header } from './Header.tsx'
import { HotkeyOverlay, openHotkeys } from './HotkeyOverlay.tsx'
import { openPalette } from './palette.ts'
import { PaletteHost } from './PaletteHost.tsx'
import { openPreferences, PreferencesHost } from './PreferencesHost.tsx'
import { Sidebar } from './Sidebar.tsx'

const MAINTENANCE: Partial<World> = {
  answers: { status: answer({ status: 'UNDERMAINTENANCE', message: 'Back at 14:00 UTC.' }) },
}
const ISSUES: Partial<World> = {
  answers: { status: answer({ status: 'HASISSUES', message: 'Withdrawals are paused' }) },
}
const ignore = (): void => undefined

const header: Scene = {
  name: 'header',
  render: () => <Header showsVitals />,
  states: {
    visitor: { world: VISITOR },
    connecting: { world: { ...VISITOR, status: 'connecting' } },
    registration: { world: { ...VISITOR, status: 'needs-registration' } },
    loading: { world: PENDING },
    normal: { world: { account: BUSY } },
    empty: { world: { account: PENNILESS } },
    'capital-limited': { world: { account: asCapital(FLAT, 'active') } },
    funded: { world: { account: asCapital(FLAT, 'funded_active') } },
    'feed-lost': { world: { connection: { ...LOST, isExhausted: true } } },
    'feed-reconnecting': { world: { connection: LOST } },
    'feed-connecting': { world: { connection: NOT_CONNECTED } },
    'long-numbers': { world: { account: LONG } },
  },
}

const banners: Scene = {
  name: 'banners',
  render: () => <Banners />,
  states: {
    normal: {},
    lost: { world: { connection: { ...LOST, isExhausted: true } } },
    maintenance: { world: MAINTENANCE },
    issues: { world: ISSUES },
    both: { world: { ...MAINTENANCE, connection: { ...LOST, isExhausted: true } } },
    'three-of-them': {
      world: {
        ...MAINTENANCE,
        connection: { ...LOST, isExhausted: true },
        account: asCapital(FLAT, 'goal_failed_max_drawdown'),
      },
    },
    evaluation: { world: { account: asCapital(FLAT, 'active') } },
    passed: { world: { account: asCapital(FLAT, 'goal_passed') } },
    'evaluation-failed': {
      world: { account: asCapital(FLAT, 'goal_failed_max_daily_loss', { failed_time: NOW_MS }) },
    },
    'evaluation-put-aside': { world: { account: asCapital(FLAT, 'goal_failed_hidden') } },
    'funded-liquidated': { world: { account: asCapital(FLAT, 'funded_failed_max_drawdown') } },
    frozen: { world: { account: asCapital(FLAT, 'active', { is_frozen: true, reason: 'DISPUTED' }) } },
    'in-review': { world: { account: asCapital(FLAT, 'goal_passed', { reason: 'IN_REVIEW' }) } },
    refunded: { world: { account: asCapital(FLAT, 'claimed', { reason: 'REFUNDED' }) } },
    'status-unknown': { world: { account: asCapital(FLAT, 'pre_funded') } },
  },
}

const toasts: Scene = {
  name: 'toasts',
  render: () => null,
  states: Object.fromEntries(
    (['ok', 'info', 'pending', 'warn', 'err'] as const).map((tone) => [
      tone,
      {
        isPending: true,
        act: () =>
          does(
            () => void showToast({ tone, title: i18next.t('share.posted'), text: i18next.t('reverse.text') }),
          ),
      },
    ]),
  ),
}

const many: Scene['states'] = {
  many: {
    act: () =>
      does(() => {
        for (let n = 0; n < 5; n += 1) showToast({ tone: 'err', title: i18next.t('error.title') })
      }),
  },
}

const sidebar: Scene = {
  name: 'sidebar',
  heightPx: 780,
  render: () => <Sidebar isOpen onToggle={ignore} />,
  states: {
    visitor: { world: VISITOR },
    loading: { world: PENDING },
    normal: {},
    'long-numbers': { world: { account: LONG } },
    evaluation: { world: { account: EVALUATION } },
    'near-its-floor': { world: { account: NEAR_FLOOR } },
    closed: { render: () => <Sidebar isOpen={false} onToggle={ignore} /> },
  },
}

export const scenes: readonly Scene[] = [
  header,
  banners,
  { ...toasts, states: { ...toasts.states, ...many } },
  sidebar,
  {
    name: 'preferences',
    render: () => <PreferencesHost />,
    states: { normal: { act: () => opensBy(openPreferences) } },
  },
  {
    name: 'hotkeys',
    render: () => <HotkeyOverlay />,
    states: {
      normal: { act: () => opensBy(openHotkeys) },
      visitor: { world: VISITOR, act: () => opensBy(openHotkeys) },
    },
  },
  {
    name: 'palette',
    render: () => <PaletteHost />,
    states: {
      loading: { isPending: true, render: () => <EarlyPalette />, act: () => opensBy(openPalette) },
      normal: { act: () => opensBy(openPalette) },
      visitor: { world: VISITOR, act: () => opensBy(openPalette) },
    },
  },
]
