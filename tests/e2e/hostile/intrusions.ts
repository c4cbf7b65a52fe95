/** What code that has got into a page would try first. */

/** Something that only an intruder does: answers true when it had its effect. */
export interface Intrusion {
  readonly name: string
  /** Of the report that the browser makes of it. */
  readonly directive: string
  readonly run: () => boolean | Promise<boolean>
}

/** Each runs in the page, in a task of its own, as code that had got in would. */
export const INTRUSIONS: readonly Intrusion[] = [
  {
    name: 'markup from a text',
    directive: 'require-trusted-types-for',
    run: () => {
      const box = document.createElement('div')
      box.innerHTML = '<i></i>'
      return box.childElementCount > 0
    },
  },
  {
    name: 'a document from a text',
    directive: 'require-trusted-types-for',
    run: () => new DOMParser().parseFromString('<i></i>', 'text/html').querySelector('i') !== null,
  },
  {
    name: 'code in a script element',
    directive: 'require-trusted-types-for',
    run: () => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.intruded = true'
      document.head.append(script)
      return Reflect.get(globalThis, 'intruded') === true
    },
  },
  {
    name: 'code in a script element, as a text node',
    directive: 'require-trusted-types-for',
    run: () => {
      const script = document.createElement('script')
      script.append('globalThis.intruded = true')
      document.head.append(script)
      return Reflect.get(globalThis, 'intruded') === true
    },
  },
  {
    name: 'a handler as an attribute',
    directive: 'require-trusted-types-for',
    run: () => {
      const button = document.createElement('button')
      button.setAttribute('onclick', 'globalThis.intruded = true')
      document.body.append(button)
      button.click()
      button.remove()
      return Reflect.get(globalThis, 'intruded') === true
    },
  },
  {
    name: 'a script of another origin',
    directive: 'require-trusted-types-for',
    run: () => {
      const script = document.createElement('script')
      script.src = 'https://intruder.example/a.js'
      return script.src !== ''
    },
  },
  {
    name: 'a worker from a text',
    directive: 'require-trusted-types-for',
    run: () => Boolean(new Worker('data:text/javascript,0')),
  },
  {
    name: 'code from a text',
    directive: 'require-trusted-types-for',
    // Not under the debugger, which may do what the page may not.
    run: () =>
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            Reflect.get(globalThis, 'eval')('0')
            resolve(true)
          } catch {
            resolve(false)
          }
        })
      }),
  },
  {
    name: 'a second policy of the app’s name',
    directive: 'trusted-types',
    run: () => Boolean(Reflect.get(globalThis, 'trustedTypes').createPolicy('vest', {})),
  },
  {
    name: 'a policy for everything',
    directive: 'trusted-types',
    run: () => Boolean(Reflect.get(globalThis, 'trustedTypes').createPolicy('default', {})),
  },
  {
    name: 'a style element without the nonce',
    directive: 'style-src-elem',
    run: () => {
      const style = document.createElement('style')
      style.append('body { --intruded: 1 }')
      document.head.append(style)
      return getComputedStyle(document.body).getPropertyValue('--intruded') === '1'
    },
  },
  {
    name: 'an address of another origin asked',
    directive: 'connect-src',
    run: () =>
      fetch('https://intruder.example/').then(
        () => true,
        () => false,
      ),
  },
  {
    name: 'a frame',
    directive: 'frame-src',
    run: () => {
      const frame = document.createElement('iframe')
      frame.src = '/docs'
      document.body.append(frame)
      return new Promise((resolve) => {
        frame.addEventListener('load', () => {
          const isBlank =
            frame.contentDocument?.querySelector('h1') === null || frame.contentDocument === null
          frame.remove()
          resolve(!isBlank)
        })
      })
    },
  },
  {
    name: 'a picture of another origin',
    directive: 'img-src',
    run: () => {
      const picture = new Image()
      picture.src = 'https://intruder.example/a.png'
      return new Promise((resolve) => {
        picture.addEventListener('load', () => resolve(true))
        picture.addEventListener('error', () => resolve(false))
      })
    },
  },
  {
    name: 'another base for addresses',
    directive: 'base-uri',
    run: () => {
      const base = document.createElement('base')
      base.href = 'https://intruder.example/'
      document.head.append(base)
      const isMoved = !document.baseURI.startsWith(location.origin)
      base.remove()
      return isMoved
    },
  },
]
