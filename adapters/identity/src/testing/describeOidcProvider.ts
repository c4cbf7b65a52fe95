/**
 * What a provider of OpenID Connect must do for us, as tests: run against devnet's stand-in, and against a real one by
 * a person with an account there. `signIn` is the person in front of the provider's page.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOidcProvider, type OidcOptions, type OidcProvider } from '../oidc/oidcProvider.ts'

export interface ProviderUnderTest {
  readonly options: OidcOptions
  /** Signs in at `url` and returns where the browser was sent back to. */
  signIn(
    url: string,
    person: { readonly email: string; readonly isVerified: boolean; readonly hd?: string },
  ): Promise<URL>
  stop(): Promise<void>
}

export const describeOidcProvider = (name: string, start: () => Promise<ProviderUnderTest>) =>
  describe(`a provider of OpenID Connect: ${name}`, () => {
    let there: ProviderUnderTest
    let provider: OidcProvider
    beforeAll(async () => {
      there = await start()
      provider = createOidcProvider(there.options)
    })
    afterAll(() => there.stop())
    const backOf = (url: URL) => ({
      code: url.searchParams.get('code')!,
      ...(url.searchParams.has('iss') ? { iss: url.searchParams.get('iss')! } : {}),
    })

    it('sends the browser back with a code, and names the person by issuer and subject', async () => {
      const { url, request } = await provider.begin()
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        state: request.state,
        nonce: request.nonce,
        redirect_uri: there.options.redirectUri,
      })
      const back = await there.signIn(url, { email: 'one@gmail.com', isVerified: true })
      expect(`${back.origin}${back.pathname}`).toBe(there.options.redirectUri)
      expect(back.searchParams.get('state')).toBe(request.state)
      const person = await provider.finish(request, backOf(back))
      expect(person).toMatchObject({
        issuer: there.options.issuer,
        email: 'one@gmail.com',
        isAuthoritative: true,
      })
      const again = await provider.begin()
      const returned = await there.signIn(again.url, { email: 'one@gmail.com', isVerified: true })
      expect((await provider.finish(again.request, backOf(returned)))?.subject).toBe(person!.subject)
    })

    it('speaks for its own mail alone: of other addresses it is no authority, checked or not', async () => {
      const judged: unknown[] = []
      for (const person of [
        { email: 'two@elsewhere.example', isVerified: true },
        { email: 'three@gmail.com', isVerified: false },
        { email: 'four@company.example', isVerified: true, hd: 'company.example' },
        { email: 'five@company.example', isVerified: true, hd: 'other.example' },
      ]) {
        const { url, request } = await provider.begin()
        const back = await there.signIn(url, person)
        judged.push((await provider.finish(request, backOf(back)))?.isAuthoritative)
      }
      expect(judged).toEqual([false, false, true, false])
    })

    it('a code is good once, for the request that asked for it, with its verifier and nonce', async () => {
      const { url, request } = await provider.begin()
      const other = await provider.begin()
      const back = backOf(await there.signIn(url, { email: 'six@gmail.com', isVerified: true }))
      expect(await provider.finish({ ...request, verifier: other.request.verifier }, back)).toBeUndefined()
      const next = await provider.begin()
      const nextBack = backOf(await there.signIn(next.url, { email: 'six@gmail.com', isVerified: true }))
      expect(await provider.finish({ ...next.request, nonce: other.request.nonce }, nextBack)).toBeUndefined()
      const last = await provider.begin()
      const lastBack = backOf(await there.signIn(last.url, { email: 'six@gmail.com', isVerified: true }))
      expect(
        await provider.finish(last.request, { ...lastBack, iss: 'https://evil.example' }),
      ).toBeUndefined()
      expect(await provider.finish(last.request, lastBack)).toBeDefined()
      expect(await provider.finish(last.request, lastBack)).toBeUndefined()
      expect(await provider.finish(last.request, { code: 'made-up' })).toBeUndefined()
    })
  })
