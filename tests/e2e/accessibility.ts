/** What axe finds serious or critical on a page, in words that say where. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'

const GRAVE = ['serious', 'critical']
const PLACES_MAX = 4

/** Without its comments, which a page would read as well. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What passed is counted, but not described place by place. That the name of a control contains its visible text is looked
 * for as well: who speaks to their computer says what they see.
 */
const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

interface AxeInPage {
  readonly axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> }
}

/** Figures that go on flashing never let a page come to rest. */
const ROUNDS_MAX = 5

/**
 * A layer that is still coming in is half transparent, and a colour on its way to another is neither: they are judged
 * when two frames in a row found nothing that moves and will end.
 */
const comeToRest = (page: Page): Promise<void> =>
  page.evaluate(async (roundsMax) => {
    let still = 0
    for (let rounds = 0; still < 2 && rounds < roundsMax; rounds += 1) {
      const moving = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
      still = moving.length === 0 ? still + 1 : 0
      await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)))
      await new Promise(requestAnimationFrame)
    }
  }, ROUNDS_MAX)

/** Once in a document, which may be looked at several times. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
}

/** What is said by colour alone: all that another theme can change. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** `rules`: only these; otherwise all. */
export async function graveViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await comeToRest(page)
  await bringAxe(page)
  const violations = await page.evaluate(
    async (options) => {
      const found = await (globalThis as AxeInPage).axe!.run(document, options)
      return found.violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        places: nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`),
      }))
    },
    rules === undefined ? OPTIONS : { ...OPTIONS, runOnly: [...rules] },
  )
  return violations
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .map(({ id, places }) => `${id}: ${places.slice(0, PLACES_MAX).join(' | ')}`)
}
