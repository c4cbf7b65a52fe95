import { describe, expect, it } from 'vitest'
import { anvilBinary } from './anvilProcess.ts'

describe("the local chain's program", () => {
  it('is the native binary of the package for this machine', () => {
    expect(anvilBinary()).toMatch(/\/@foundry-rs\/anvil-[^/]+\/bin\/anvil(\.exe)?$/)
    const asked = (platform: NodeJS.Platform, arch: NodeJS.Architecture) =>
      anvilBinary({ platform, arch }, (file) => file)
    expect(asked('linux', 'x64')).toBe('@foundry-rs/anvil-linux-amd64/bin/anvil')
    expect(asked('darwin', 'arm64')).toBe('@foundry-rs/anvil-darwin-arm64/bin/anvil')
    expect(asked('win32', 'x64')).toBe('@foundry-rs/anvil-win32-amd64/bin/anvil.exe')
  })

  it('is named in one sentence where it is not installed', () => {
    expect(() => anvilBinary({ platform: 'sunos', arch: 'ppc64' })).toThrow(
      "The local chain's program is missing: the package @foundry-rs/anvil-sunos-ppc64 is not installed. Delete node_modules and start again to install it.",
    )
  })
})
