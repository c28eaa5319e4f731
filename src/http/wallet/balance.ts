import { get, post } from '../route.ts'
import { lamportsIn } from './lamports.ts'
import { presentBalance, presentTransactions } from './present-balance.ts'
import * as schemas from './wallets.schema.ts'

const tag = 'Balance'
const rate = 'balance'

export const getBalance = get('/balance', {
  id: 'getBalance',
  tag,
  rate,
  summary: "The caller's balance of SOL",
  description: 'What it has, and what it has earned and spent altogether.',
  access: 'session',
  reply: schemas.BalanceReply,
  errors: [400, 401, 429],
  run: ({ rooms, principal }) => rooms.wallet.getBalance(principal),
  present: presentBalance,
})

export const deposit = post('/balance/deposit', {
  id: 'deposit',
  tag,
  rate,
  summary: 'Credit a deposit of at least 0.1 SOL',
  description:
    'On the local chain, where deposits are open, the amount is credited at once. With Solana it ' +
    "claims a final transfer of exactly this amount from one of the caller's wallets.",
  access: 'session',
  body: schemas.AmountBody,
  reply: schemas.BalanceReply,
  errors: [400, 401, 409, 429, 503],
  run: ({ rooms, cmd, body }) =>
    rooms.wallet.deposit(cmd, { amountLamports: lamportsIn(body.amount, 'amount') }),
  present: presentBalance,
})

export const withdraw = post('/balance/withdraw', {
  id: 'withdraw',
  tag,
  rate,
  summary: 'Pay at least 0.1 SOL to the primary Solana wallet, for 0.01 SOL',
  description:
    'The balance must be 0.2 SOL at least. The local chain pays at once. With Solana amount ' +
    'and fee are held until the payment is final, and given back if it fails.',
  access: 'session',
  body: schemas.AmountBody,
  reply: schemas.BalanceReply,
  errors: [400, 401, 402, 409, 429, 503],
  run: ({ rooms, cmd, body }) =>
    rooms.wallet.withdraw(cmd, { amountLamports: lamportsIn(body.amount, 'amount') }),
  present: presentBalance,
})

export const listTransactions = get('/balance/transactions', {
  id: 'listTransactions',
  tag,
  rate,
  summary: 'What moved the balance, newest first',
  description: 'Deposits, withdrawals, purchases and earnings, each with its state on the chain.',
  access: 'session',
  query: schemas.TransactionsQuery,
  reply: schemas.TransactionListReply,
  errors: [400, 401, 429],
  run: ({ rooms, principal, query }) => rooms.wallet.listTransactions(principal, query),
  present: presentTransactions,
})

export const transactionReceipt = get('/balance/transactions/:transaction_hash/receipt', {
  id: 'transactionReceipt',
  tag,
  rate,
  summary: "Proof that one of the caller's transactions is on the local chain",
  description:
    'The record with its path to a signed block: what `kontor chain verify --receipt` checks.',
  access: 'session',
  params: schemas.TransactionParams,
  reply: schemas.ChainReceiptReply,
  errors: [400, 401, 404, 429],
  run: ({ rooms, principal, params }) =>
    rooms.wallet.transactionReceipt(principal, { transactionHash: params.transaction_hash }),
})
