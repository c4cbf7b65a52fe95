import { describe, expect, it } from 'vitest'
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker of it
import signingWorkerUrl from './signingWorker.ts?worker&url'
import { onlySigningWorker } from './startSigningWorker.ts'

describe('the signing worker', () => {
  it('is the only script that has an address', () => {
    expect(onlySigningWorker(signingWorkerUrl)).toBe(signingWorkerUrl)
    for (const url of ['', 'data:text/javascript,0', `${signingWorkerUrl}#`, 'https://vest.example/a.js'])
      expect(() => onlySigningWorker(url), url).toThrow(TypeError)
  })
})
