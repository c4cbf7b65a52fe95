/** Three validators of a vault that wants two, over a real chain and a journal of the real engine. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@vest/engine'
import {
  collectSignatures,
  depositId,
  readRequest,
  remoteValidator,
  type RemoteValidator,
  type WatchedVault,
} from '@vest/evm'
import { hexToBytes, bytesToHex, timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { exchangeCore, journalFolder, startEngineInProcess, type EngineClient } from '@vest/runtime'
import { keccak256 } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDevnetChain, type DevnetChain } from '../../../devnet/src/chain/index.ts'
import { createTrader, usdc, type Trader } from '../../../adapters/evm/src/testing/trader.ts'
import { deferred } from '../../../runtime/src/engine/deferred.ts'
import { makeKeyFile } from './keyFile.ts'
import { startValidator, type RunningValidator } from './startValidator.ts'

const TOKEN = 'a token that the three of them were told.'
let folder: string
let chain: DevnetChain
let trader: Trader
let engine: EngineClient
let watched: WatchedVault
const running: (RunningValidator | undefined)[] = []
const signers: RemoteValidator[] = []

const submit = async (command: Command): Promise<void> => {
  const { answer } = await engine.submit(command)
  expect(answer).toMatchObject({ ok: true })
}
const start = async (place: number, rpcUrl = chain.rpcUrl): Promise<void> => {
  const dataDir = join(folder, `validator-${place}`)
  running[place] = await startValidator({
    host: '127.0.0.1',
    port: 0,
    token: TOKEN,
    keyFile: join(dataDir, 'key'),
    dataDir,
    journal: journalFolder(join(folder, 'exchange')),
    unprovenChains: [],
    keepUsd6: 250_000_000_000,
    chains: [{ ...watched, rpcUrl }],
  })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-validators-'))
  const addresses = [0, 1, 2].map((place) => {
    mkdirSync(join(folder, `validator-${place}`))
    return makeKeyFile(join(folder, `validator-${place}`, 'key'))
  })
  chain = await startDevnetChain({
    dataDir: join(folder, 'chain'),
    roles: { validators: async () => addresses, quorum: 2 },
  })
  watched = { chainId: chain.chainId, vault: chain.vault, token: chain.usdc, decimals: 6 }
  trader = await createTrader(chain)
  mkdirSync(join(folder, 'exchange'))
  engine = await startEngineInProcess({ core: exchangeCore, data: join(folder, 'exchange') })
  await submit({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(10_000_000_000_000) })
  await submit({
    kind: 'Register',
    account: trader.address,
    networkType: 0,
    signer: `0x${'b'.repeat(40)}`,
    expiryTimeMs: timeMs(Date.now() + 86_400_000),
    apiKeyHash: `0x${'1'.repeat(64)}`,
    proofSignature: `0x${'1'.repeat(130)}`,
    verifyingContract: chain.vault,
    isMobile: false,
  } as Command)
  await deposit(await trader.transfer(usdc(1_000)), usdc(1_000))
  for (const [place, address] of addresses.entries()) {
    await start(place)
    const where = () => running[place] && { url: running[place].url, token: TOKEN }
    const durableSeq = async () => (await engine.caughtUp()).seq
    signers.push(remoteValidator({ address, place: where, durableSeq, answerMs: 5_000 }))
  }
})
afterAll(async () => {
  for (const one of running) await one?.stop()
  await engine.stop()
  await chain.stop()
  rmSync(folder, { recursive: true })
})

/** What the watcher would tell of a transfer. */
async function deposit(txHash: Hex, amountUsd6: ReturnType<typeof usdc>, isForged = false): Promise<Id> {
  const id = depositId(chain.chainId, txHash, 0)
  const blockHash = `0x${'e'.repeat(64)}` as Hex
  await submit({
    kind: 'CreditDeposit',
    id,
    chainId: chain.chainId,
    txHash,
    logIndex: 0,
    blockHash,
    account: trader.address,
    from: trader.address,
    amountUsd6,
    token: chain.usdc,
    finality: isForged ? 'SOFT' : 'FINAL',
  })
  return id
}

/** Asked for at the exchange, and released there unless it is more than may leave at once. */
async function withdrawal(
  size: ReturnType<typeof usdc>,
): Promise<{ id: Id; requestArgs: Hex; chainId: number }> {
  const requestArgs = trader.requestArgs(size)
  const id = keccak256(requestArgs)
  const { time, recipient, token } = readRequest(watched, requestArgs)
  const { signature } = await trader.signed(requestArgs, '0x')
  await submit({
    kind: 'RequestWithdrawal',
    id,
    account: trader.address,
    signer: trader.address,
    nonce: readRequest(watched, requestArgs).nonce,
    orderTimeMs: timeMs(time),
    recvWindowMs: 60_000,
    recipient: recipient as Hex,
    isTrustedRecipient: true,
    token: token as Address,
    sizeUsd6: size,
    chainId: chain.chainId,
    execute: false,
    networkFeeUsd6: usd6(200_000),
    requestArgs,
    signature,
    signatureProof: '0x',
  })
  return { id, requestArgs, chainId: chain.chainId }
}
const quorum = () => ({ validators: chain.keys.validators, quorum: 2 })
const collect = (asked: { id: Id; requestArgs: Hex; chainId: number }) =>
  collectSignatures(signers, quorum(), chain.vault, asked)

/** The chain's own node, which answers once it may. */
async function slowNode() {
  const [asked, allowed] = [deferred<void>(), deferred<void>()]
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      asked.resolve()
      await allowed.promise
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body: Buffer.concat(chunks) })
      response.writeHead(answer.status, headers).end(await answer.text())
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked.promise,
    answer: () => allowed.resolve(),
    close: () => void server.close(),
  }
}

describe('two of three validators', () => {
  it('pay what the exchange released, also while one of them is away; none pays alone', async () => {
    const first = await withdrawal(usdc(20))
    const alone = await signers[0]!.sign(first)
    await expect(trader.withdraw(await trader.signed(first.requestArgs, alone))).rejects.toThrow()
    await trader.withdraw(await trader.signed(first.requestArgs, await collect(first)))

    await running[1]!.stop()
    running[1] = undefined
    const second = await withdrawal(usdc(30))
    const signatures = await collect(second)
    expect(signatures).toHaveLength(2 + 2 * 130)
    await trader.withdraw(await trader.signed(second.requestArgs, signatures))
    expect(signers[1]!.health()).toMatchObject({ isUp: false, failures: 1 })

    await running[2]!.stop()
    running[2] = undefined
    const third = await withdrawal(usdc(40))
    await expect(collect(third)).rejects.toThrow(/1 of 2 validators signed: .*does not run/)
    await start(1)
    await trader.withdraw(await trader.signed(third.requestArgs, await collect(third)))
    await start(2)
    const { seq } = await engine.caughtUp()
    await signers[2]!.follow()
    expect(signers[2]!.health()).toMatchObject({ isUp: true })
    expect(signers[2]!.health().seq).toBeGreaterThanOrEqual(seq)
    expect(existsSync(join(folder, 'validator-2', 'journal'))).toBe(true)
  })

  it('refuse any altered byte, and what the journal has not released', async () => {
    const asked = await withdrawal(usdc(10))
    const bytes = hexToBytes(asked.requestArgs)
    for (let at = 0; at < bytes.length; at += 7) {
      const other = bytes.slice()
      other[at]! ^= 0x01 << (at % 8)
      const requestArgs = bytesToHex(other)
      // Under its own id it was not asked for; under the id of the one that was, it is not what was asked for.
      for (const id of [asked.id, keccak256(requestArgs)])
        await expect(signers[0]!.sign({ ...asked, id, requestArgs }), String(at)).rejects.toThrow(
          /refused: (other bytes|the journal has not released)/,
        )
    }
    await expect(signers[0]!.sign({ ...asked, chainId: 1 })).rejects.toThrow(/chain 1 is not one/)
    const late = await withdrawal(usdc(800))
    await expect(signers[0]!.sign({ ...late, id: keccak256('0x01') })).rejects.toThrow(/has not released/)
    expect(await signers[0]!.sign(asked)).toHaveLength(132)
  })

  it('sign nothing while the journal credits money that did not come to their own nodes', async () => {
    const asked = await withdrawal(usdc(10))
    const forged = await deposit(`0x${'f'.repeat(64)}`, usdc(50_000), true)
    await expect(collect(asked)).rejects.toThrow(`deposit ${forged} of chain ${chain.chainId}`)
    // The exchange takes it back; also one that was started anew knows.
    await running[0]!.stop()
    await start(0)
    await expect(signers[0]!.sign(asked)).rejects.toThrow(/is not on this validator's node/)
    await submit({ kind: 'OrphanDeposit', id: forged })
    await trader.withdraw(await trader.signed(asked.requestArgs, await collect(asked)))
  })

  it('sign nothing that the journal took back while their node answered', async () => {
    const asked = await withdrawal(usdc(10))
    const node = await slowNode()
    await running[0]!.stop()
    await start(0, node.url)
    const answer = signers[0]!.sign(asked).catch((error: Error) => error.message)
    await node.asked
    await submit({ kind: 'RefundWithdrawal', id: asked.id })
    await signers[0]!.follow()
    node.answer()
    expect(await answer).toMatch(/refused: the journal has not released/)
    node.close()
  })

  it('keep the address of their node to themselves', async () => {
    const asked = await withdrawal(usdc(10))
    await running[0]!.stop()
    await start(0, 'http://127.0.0.1:1/key-of-the-operator')
    const said = await signers[0]!.sign(asked).catch((error: Error) => error.message)
    expect(said).toMatch(/it answered 500: HTTP request failed/)
    expect(said).not.toContain('key-of-the-operator')
  })

  it('answer no call without their token, and keep their key to themselves', async () => {
    const url = running[0]!.url
    const post = (path: string, authorization: string, body: string) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { authorization }, body }).then(
        ({ status }) => status,
      )
    expect(await post('/sign', 'Bearer no', '{}')).toBe(401)
    expect(await post('/sign', `Bearer ${TOKEN}`, '{"seq":-1}')).toBe(400)
    expect(await post('/sign', `Bearer ${TOKEN}`, 'x'.repeat(20_000))).toBe(400)
    expect(await post('/elsewhere', `Bearer ${TOKEN}`, '{}')).toBe(400)
    const key = readFileSync(join(folder, 'validator-0', 'key'), 'utf8').trim()
    expect(() => makeKeyFile(join(folder, 'validator-0', 'key'))).toThrow(/EEXIST/)
    expect(key).toMatch(/^0x[0-9a-f]{64}$/)
  })
})
