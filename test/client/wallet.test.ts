// The client against a real server on Surface C: wallets of all networks, a licence from the upload
// to the receipt of its sale, and what is refused on the way.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Kontor, KontorError, openClient, type Wallet } from '../../src/client/index.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { approveAsset, sentences } from '../support/licences.ts'
import { openTestApp, type Party, type TestApp } from '../support/open-test-app.ts'
import { ethersWallet, messageWallet, naclWallet, type TestWallet } from '../support/wallets.ts'

function clientOf({ url }: TestApp, { token }: Party): Kontor {
  return openClient({ baseUrl: url, credential: token })
}

function upload(kontor: Kontor, name = 'Heat pumps in old houses'): Promise<Wallet.Asset> {
  const file = new File([sentences.repeat(3)], 'pumps.txt', { type: 'text/plain' })
  return kontor.uploadAsset({ file, name, description: 'What a pump does in winter.' })
}

async function registered(kontor: Kontor, { network, address, sign }: TestWallet) {
  const named = { network, wallet_address: address }
  const status = await kontor.walletStatus(named)
  if (status.verified) throw new Error('the wallet was registered before')
  const signature = await sign(status.message)
  return kontor.addWallet({ ...named, signature, label: network })
}

async function refused(asking: Promise<unknown>): Promise<unknown[]> {
  const error = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.instance(error, KontorError)
  const { status, code, message } = error as KontorError
  return [status, code, message]
}

test('wallets of every network are shown, registered, listed and removed', async () => {
  await using app = await openTestApp()
  const kontor = clientOf(app, await app.signUp('Anna'))
  const { networks } = await kontor.as(undefined).listNetworks()
  assert.equal(networks, ['solana', 'ethereum', 'bitcoin'])
  for (const wallet of [naclWallet(), ethersWallet(), messageWallet('p2wpkh')]) {
    const { is_primary, label } = await registered(kontor, wallet)
    assert.equal([is_primary, label], [true, wallet.network])
    const named = { network: wallet.network, wallet_address: wallet.address }
    assert.is((await kontor.walletStatus(named)).verified, true)
    const { wallets } = await kontor.listNetworkWallets({ network: wallet.network })
    assert.is(wallets[0]?.wallet_address, wallet.address)
    assert.is((await kontor.removeWallet(named)).wallet_address, wallet.address)
  }
  assert.equal((await kontor.listWallets()).wallets, [])
})

test('an asset is uploaded, licensed, found, bought and fetched, and the sale proven', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const ben = await app.signUp('Ben')
  const [owner, buyer] = [clientOf(app, anna), clientOf(app, ben)]
  const { asset_id, status } = await upload(owner)
  assert.is(status, 'review')
  await approveAsset(app, anna, asset_id)
  await owner.createMicroip({ asset_id, price: 0.5, license_type: 'standard' })
  await app.settleJobs()
  await owner.patchMicroip({ asset_id, tags: ['pumps', 'winter'] })

  const asked = { max_price: 0.5, category: 'document' } as const
  const [found] = await buyer.searchLicensed({ query: 'heat', tags: 'pumps,winter', ...asked })
  const [posted] = await buyer.searchLicensedPost({ query: 'heat', tags: ['pumps'], ...asked })
  assert.equal([found?.asset_id, posted?.asset_id], [asset_id, asset_id])
  assert.equal(await buyer.searchLicensed({ query: 'heat', max_price: 0.4 }), [])

  assert.is((await buyer.deposit({ amount: 1 })).balance, 1)
  const { download_url, transaction } = await buyer.downloadMicroip({ asset_id })
  assert.is(await (await buyer.fetchUrl(download_url)).text(), sentences.repeat(3))
  const { transaction_hash } = transaction
  const { record } = await buyer.transactionReceipt({ transaction_hash })
  assert.equal([record.kind, record.asset, record.buyer], ['purchase', asset_id, ben.userId])
  assert.equal(await owner.getBalance(), { balance: 0.4875, total_earned: 0.4875, total_spent: 0 })
  const { items: sales } = await owner.microipDownloads({ asset_id })
  const { items: bought } = await buyer.myMicroipDownloads()
  assert.equal([sales[0]?.amount_paid, bought[0]?.transaction_hash], [0.5, transaction_hash])
  const { items: moves } = await buyer.listTransactions({ type: 'purchase' })
  assert.equal([moves.length, moves[0]?.amount], [1, 0.5])
  const { total_earnings, total_downloads, total_views } = await buyer.getMicroip({ asset_id })
  assert.equal([total_earnings, total_downloads, total_views], [0.4875, 1, 1])
  assert.is((await owner.withdraw({ amount: 0.2 })).balance, 0.2775)
  assertLedgerBalances(app)
})

test('a refusal is an error with the message of the contract', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const [owner, buyer] = [clientOf(app, anna), clientOf(app, await app.signUp('Ben'))]
  const { asset_id } = await upload(owner)
  await approveAsset(app, anna, asset_id)
  await owner.createMicroip({ asset_id, price: 1, license_type: 'standard' })
  const poor = [402, 'insufficient_balance', 'Insufficient balance for purchase']
  assert.equal(await refused(buyer.downloadMicroip({ asset_id })), poor)
  const little = [400, 'bad_request', 'Amount must be greater than 0.1 SOL']
  assert.equal(await refused(buyer.deposit({ amount: 0.05 })), little)
  const program = new File(['MZ'], 'setup.exe')
  const notTaken = [415, 'unsupported_type', 'Unsupported file type']
  assert.equal(await refused(owner.uploadAsset({ file: program, name: 'Setup' })), notTaken)
  const key = owner.as(await app.key(anna))
  const needed = [401, 'unauthorized', 'A valid credential is needed.']
  assert.equal(await refused(key.getBalance()), needed)
})

test('the own assets come as an array, and their number with the answer', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const kontor = clientOf(app, await app.signUp('Anna'))
  for (const name of ['Report 0', 'Report 1', 'Report 2']) await upload(kontor, name)
  const page = await kontor.listMyAssets({ limit: 2 })
  assert.equal(
    page.map(({ name }) => name),
    ['Report 2', 'Report 1'],
  )
  const { headers } = await kontor.exchange('listMyAssets', { limit: 2 })
  assert.is(headers.get('x-total-count'), '3')
})

test.run()
