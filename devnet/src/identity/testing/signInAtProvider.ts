/** A person in front of the stand-in's sign-in page, with a browser that has no more than cookies, redirects and one form. */
export interface TypedPerson {
  readonly email: string
  readonly isVerified: boolean
  readonly hd?: string
}

const HOPS_MAX = 12

/** Where the provider sent the browser back to. */
export async function signInAtProvider(url: string, redirectUri: string, person: TypedPerson): Promise<URL> {
  const cookies = new Map<string, string>()
  const open = async (at: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return response
  }
  const { email, isVerified, hd } = person
  const form = { email, ...(isVerified ? { verified: 'on' } : {}), ...(hd === undefined ? {} : { hd }) }
  let at = url
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    if (at.startsWith(redirectUri)) return new URL(at)
    const page = await open(at)
    const answer =
      page.status === 200 ? await open(at, { method: 'POST', body: new URLSearchParams(form) }) : page
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    at = new URL(location, at).href
  }
  throw new Error('the provider never came back')
}
