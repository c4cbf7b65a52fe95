/**
 * Two people: one chooses a code and hands on its link, the other comes by it, logs in later, has joined, trades; and what
 * the first then reads is what the API says. Each reason why a code cannot be used stands where it was typed.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { injectWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { openPage, settled, SIZES } from '../routes.ts'
import { closeNotices, deposit, dialog, openMarket, sendOrder, signIn } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const DAY_MS = 86_400_000
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const storedCode = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('ref-code'))

test.describe('referrals', () => {
  const stack = journeyStack()

  test('[2.9] [3.17] [7.19] [6.8] [7.11] [7.20] [8.17] [8.18] [8.19] [8.62] a code of one’s own, its link, and the user who comes by it', async ({
    page,
    browser,
  }) => {
    const { baseUrl } = stack
    const code = `T${createPrivateKey().slice(2, 9).toUpperCase()}`
    const ownerKey = createPrivateKey()
    await injectWallet(page, ownerKey)
    await page.goto(`${baseUrl}/referrals`)
    await signIn(page)
    const owner = createVestClient({ baseUrl, validate: true })
    owner.authorize(
      await owner.registerSession({
        primary: createLocalPrimary(ownerKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )

    await test.step('before the first deposit there is no code, and the page says so', async () => {
      await expect(region(page, 'Your code')).toContainText('Your code appears after the first deposit.')
      expect((await owner.referrals({ draw: '0' })).ref_code).toBeNull()
    })

    const field = region(page, 'Your code').getByRole('textbox', { name: 'Choose a code' })
    const save = region(page, 'Your code').getByRole('button', { name: 'Save' })
    await test.step('a taken code (1140) is said while it is typed, with free ones beside it', async () => {
      await deposit(page, '500.00')
      await closeNotices(page)
      const rivalKey = createPrivateKey()
      const rivalContext = await browser.newContext()
      const rival = await rivalContext.newPage()
      await injectWallet(rival, rivalKey)
      await rival.goto(`${baseUrl}/referrals`)
      await signIn(rival)
      await deposit(rival, '50.00')
      await closeNotices(rival)
      await rival.getByRole('textbox', { name: 'Choose a code' }).fill(`${code}R`)
      await expect(region(rival, 'Your code').getByText('Free', { exact: true })).toBeVisible()
      await rival.getByRole('button', { name: 'Save' }).click()
      await expect(region(rival, 'Your code')).toContainText(`${baseUrl}/join/${code}R`)
      await field.fill(`${code}R`)
      await expect(region(page, 'Your code')).toContainText('Referral code already claimed by another user')
      await expect(save).toHaveAttribute('aria-disabled', 'true')
      await expect(region(page, 'Your code').getByRole('button', { name: `${code}R7` })).toBeVisible()
      await rivalContext.close()
    })

    await test.step('a free one is taken for ever, and its link names a market', async () => {
      await field.fill(code)
      await expect(region(page, 'Your code').getByText('Free', { exact: true })).toBeVisible()
      await save.click()
      const card = region(page, 'Your code')
      await expect(card).toContainText(`${baseUrl}/join/${code}`)
      await card.getByRole('combobox', { name: 'Lands on' }).selectOption(SYMBOL)
      await expect(card).toContainText(`/join/${code}?symbol=${SYMBOL}`)
      await expect(card.getByRole('img', { name: 'QR code of your link' })).toBeVisible()
      expect((await owner.referrals({ draw: '0' })).ref_code).toBe(code)
    })

    await test.step('it is shared by the network’s own window, and by the exchange once an account is linked there', async () => {
      await region(page, 'Your code').getByRole('button', { name: 'Share' }).click()
      const box = dialog(page, 'Share your code')
      const link = `${baseUrl}/join/${code}?symbol=${SYMBOL}`
      await expect(box).toContainText(`5% off fees with ${code}. ${link}`)
      const compose = new URL((await box.getByRole('link', { name: 'Write on X' }).getAttribute('href'))!)
      expect(compose.origin + compose.pathname).toBe('https://x.com/intent/post')
      expect(compose.searchParams.get('url')).toBe(link)
      expect(await graveViolations(page)).toEqual([])
      const opening = page.context().waitForEvent('page')
      await box.getByRole('button', { name: 'Link account' }).click()
      const leave = await opening
      await leave.getByRole('textbox', { name: 'Name' }).fill(`ref_${code.toLowerCase()}`)
      await leave.getByRole('button', { name: 'Allow' }).click()
      const sending = page.waitForRequest(/\/account\/twitter\/send/)
      await box.getByRole('button', { name: 'Post' }).click()
      const post = (await sending).postDataJSON() as { readonly text: string; readonly image: string }
      expect(post.text).toContain(link)
      expect(post.image).toMatch(/^data:image\/png;base64,/)
      await expect(page.getByText('Your code is posted')).toBeVisible()
      await expect(box).toBeHidden()
      await closeNotices(page)
    })

    await test.step('one’s own code, none that there is: each reason where it was typed', async () => {
      const invited = region(page, 'Were you invited?')
      const typed = invited.getByRole('textbox', { name: 'Code of who invited you' })
      const join = invited.getByRole('button', { name: 'Join' })
      await typed.fill(code)
      await join.click()
      await expect(invited).toContainText('This is your own code.')
      await typed.fill('NOSUCHCODE')
      await join.click()
      await expect(invited).toContainText('Referral code not found')
    })

    const friendKey = createPrivateKey()
    let friendContext = await browser.newContext()
    let friend = await friendContext.newPage()
    await test.step('a visitor reads what the code gives; it waits in the browser through registration, days later', async () => {
      await friend.clock.setSystemTime(Date.now() - 5 * DAY_MS)
      await friend.goto(`${baseUrl}/join/${code.toLowerCase()}?symbol=${SYMBOL}`)
      await expect(friend.getByRole('heading', { level: 1, name: 'You are invited' })).toBeVisible()
      await expect(friend.getByRole('main')).toContainText('SPY-USD')
      expect(await graveViolations(friend)).toEqual([])
      expect(await storedCode(friend)).toBe(code)
      // The browser is closed, and opened again five days later at another page.
      const storageState = await friendContext.storageState()
      await friendContext.close()
      friendContext = await browser.newContext({ storageState })
      friend = await friendContext.newPage()
      await injectWallet(friend, friendKey)
      await friend.goto(`${baseUrl}/markets`)
      await settled(friend)
      expect(await storedCode(friend)).toBe(code)
      await signIn(friend)
      await expect(friend.getByText(`You joined with ${code}`)).toBeVisible()
      expect(await storedCode(friend)).toBeNull()
      await closeNotices(friend)
    })

    await test.step('a code that waited and cannot be used says why: unknown (1141), joined with another already (1142)', async () => {
      for (const [waiting, reason] of [
        ['NOSUCHCODE', 'Referral code not found'],
        [`${code}R`, `Referral code already used: you joined with ${code}.`],
        [code, undefined],
      ] as const) {
        await friend.evaluate((stored) => localStorage.setItem('ref-code', stored), waiting)
        await friend.reload()
        await expect.poll(() => storedCode(friend)).toBeNull()
        const told = friend.getByText('Failed to join with referral code')
        if (reason === undefined) {
          await settled(friend)
          await expect(told).toHaveCount(0)
        } else {
          await expect(told).toBeVisible()
          await expect(friend.getByText(reason)).toBeVisible()
          await closeNotices(friend)
        }
      }
      await friend.goto(`${baseUrl}/join/${code}R`)
      await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Failed to join with referral code')
      await expect(friend.getByRole('main')).toContainText(
        `Referral code already used: you joined with ${code}.`,
      )
      await expect(friend.getByRole('main')).toContainText('Reason1142')
    })

    await test.step('afterwards the link says that it is joined, and leads to its market', async () => {
      await friend.goto(`${baseUrl}/join/${code}?symbol=${SYMBOL}`)
      await expect(friend.getByRole('heading', { level: 1, name: `You joined with ${code}` })).toBeVisible()
      await friend.getByRole('main').getByRole('link', { name: 'Trade SPY-USD' }).click()
      await expect(friend).toHaveURL(`${baseUrl}/trade/${SYMBOL}`)
    })

    await test.step('what the friend trades stands with the owner, to the cent', async () => {
      await deposit(friend, '2,000.00')
      await closeNotices(friend)
      await openMarket(friend, baseUrl, SYMBOL)
      await sendOrder(friend, { side: 'Long', size: '2.0000' })
      await friendContext.close()
      const summary = region(page, 'Your referrals in figures')
      await expect(summary).toContainText('Referees1')
      const told = await owner.referrals({ draw: '0' })
      const [day] = await owner.referralDays()
      expect(day).toMatchObject({ traders: 1, volume: told.referee_volume })
      await expect(page.getByRole('table', { name: 'By day' }).locator('tbody tr')).toHaveCount(1)
      await expect(region(page, 'Referees')).toContainText('1 of 1')
      await expect(region(page, 'Payouts')).toContainText(/Waits|Pending/)
      expect(await graveViolations(page)).toEqual([])
    })
  })

  test('[2.9] what is no code is said, and another can be typed; small, light, in Chinese', async ({
    browser,
  }) => {
    const page = await openPage(browser, { viewport: SIZES['390x844'], theme: 'light', language: 'zh' })
    await page.goto(`${stack.baseUrl}/join/no-code`)
    await expect(page.getByRole('main')).toContainText('“no-code” 不是推荐码。')
    await page.getByRole('textbox', { name: '推荐码' }).fill('tailor')
    await page.getByRole('button', { name: '继续' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '您受到邀请' })).toBeVisible()
    expect(await storedCode(page)).toBe('TAILOR')
    expect(await graveViolations(page)).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
    await page.context().close()
  })
})
