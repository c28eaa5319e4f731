// Made by scripts/client-types from /openapi/c.json; a test compares the two.

export type WalletError = {
  detail: string
  code: string
  field?: string | undefined
  /** Where more than a session is asked for */
  reason?: string | undefined
  /** Of a licence that costs more than agreed */
  price?: number | undefined
  license_type?: string | undefined
}

export type Wallet = {
  id: number
  user_id: number
  network: 'solana' | 'ethereum' | 'bitcoin'
  wallet_address: string
  label: string
  is_primary: boolean
  last_used: string
  created_at: string
  updated_at: string
}

export type Balance = {
  balance: number
  total_earned: number
  total_spent: number
  /** Where deposits go; absent on the local chain */
  deposit_address?: string | undefined
}

export type BalanceTransaction = {
  transaction_id: string
  type: 'deposit' | 'withdrawal' | 'purchase' | 'earnings'
  amount: number
  fee: number
  status: 'pending' | 'confirmed' | 'failed'
  transaction_hash: string | null
  wallet_address: string | null
  asset_id: string | null
  timestamp: string
}

export type ChainReceipt = {
  kind: 'kontor chain receipt 1'
  chain_id: string
  transaction_hash: string
  on_chain_id: string
  record: { [name: string]: string }
  path: string[]
  place: number
  block: {
    height: number
    prev: string
    root: string
    records: number
    at: string
    public_key: string
    signature: string
    hash: string
  }
}

export type MicroIpAsset = {
  asset_id: string
  name: string
  description: string
  file_url: string
  metadata: {
    file_name: string
    file_size: number
    file_type: string
    mime_type: string
    created_at: string
    last_modified: string
  }
  created_at: string
  owner_id: string
  is_public: boolean
  status: 'indexed' | 'pending' | 'review' | 'rejected' | 'failed'
  /** The tenant that offers it: nobody buys of their own */
  owner_tenant_id: string
  micro_ip: {
    name: string
    description: string
    long_summary: string
    tags: string[]
    category: 'code' | 'design' | 'document' | 'audio' | 'video' | 'image' | 'dataset' | 'other'
    questions: string[]
    quality: 'premium' | 'standard' | 'basic'
    on_chain_id: string
    created_at: string
    updated_at: string
    price: number
    license_type: 'standard' | 'commercial' | 'exclusive' | 'custom'
    chain_status: 'pending' | 'registered' | 'failed'
    transaction_hash: string
    /** waiting: the words come from the name until the content is there */
    metadata_status: 'waiting' | 'ready'
    metadata_source: 'name' | 'extractive' | 'llm'
  }
  total_earnings: number
  total_views: number
  total_downloads: number
  is_verified: boolean
  /**
   * False of an exclusive licence that was sold, or can be no more because the file
   * was sold by itself: but for who bought it, its owner alone sees it
   */
  is_sellable: boolean
}

export type DownloadTransaction = {
  asset_id: string
  buyer_id: string
  amount_paid: number
  timestamp: string
  transaction_hash: string
  platform_fee: number
  price?: number | undefined
}

export type Asset = {
  asset_id: string
  name: string
  description: string
  file_url: string
  metadata: {
    file_name: string
    file_size: number
    file_type: string
    mime_type: string
    created_at: string
    last_modified: string
  }
  created_at: string
  owner_id: string
  is_public: boolean
  status: 'indexed' | 'pending' | 'review' | 'rejected' | 'failed'
}

export type WalletOperations = {
  /** Networks that wallets are taken of */
  listNetworks: { input: undefined; reply: { networks: string[] } }
  /** The caller's wallets */
  listWallets: { input: undefined; reply: { wallets: Wallet[] } }
  /** The caller's wallets of one network */
  listNetworkWallets: {
    input: { network: 'solana' | 'ethereum' | 'bitcoin' }
    reply: { wallets: Wallet[] }
  }
  /** Register a wallet with a signed message */
  addWallet: {
    input: { network: 'solana' | 'ethereum' | 'bitcoin' } & {
      /** Base58 for solana and bitcoin (bc1… too), 0x and hexadecimal for ethereum */
      wallet_address: string
      network: 'solana' | 'ethereum' | 'bitcoin'
      label?: string | undefined
      is_primary?: boolean | undefined
      signature: string
      /** The time in the signed message: RFC 3339 or Unix seconds */
      timestamp?: string | number | undefined
      /** The whole message that was signed, where the caller says so */
      message?: string | undefined
    }
    reply: Wallet
  }
  /** A wallet of the caller, or a message to sign for any other address */
  walletStatus: {
    input: {
      network: 'solana' | 'ethereum' | 'bitcoin'
      /** Base58 for solana and bitcoin (bc1… too), 0x and hexadecimal for ethereum */
      wallet_address: string
    }
    reply:
      | {
          id: number
          user_id: number
          network: 'solana' | 'ethereum' | 'bitcoin'
          wallet_address: string
          label: string
          is_primary: boolean
          last_used: string
          created_at: string
          updated_at: string
          verified: true
        }
      | {
          verified: false
          /** Sign this text and register the wallet with it */
          message: string
          timestamp: string
          expires_at: string
        }
  }
  /** Remove a wallet */
  removeWallet: {
    input: {
      network: 'solana' | 'ethereum' | 'bitcoin'
      /** Base58 for solana and bitcoin (bc1… too), 0x and hexadecimal for ethereum */
      wallet_address: string
    }
    reply: { message: string; wallet_address: string }
  }
  /** The caller's balance of SOL */
  getBalance: { input: undefined; reply: Balance }
  /** Credit a deposit of at least 0.1 SOL */
  deposit: { input: { amount: number }; reply: Balance }
  /** Pay at least 0.1 SOL to the primary Solana wallet, for 0.01 SOL */
  withdraw: { input: { amount: number }; reply: Balance }
  /** What moved the balance, newest first */
  listTransactions: {
    input: {
      page?: number | undefined
      limit?: number | undefined
      type?: 'deposit' | 'withdrawal' | 'purchase' | 'earnings' | undefined
    }
    reply: { items: BalanceTransaction[]; page: number; limit: number; total: number }
  }
  /** Proof that one of the caller's transactions is on the local chain */
  transactionReceipt: { input: { transaction_hash: string }; reply: ChainReceipt }
  /** License an asset of the caller */
  createMicroip: {
    input: {
      asset_id: string
      /** SOL, above 0, with at most 9 decimals */
      price: number
      /**
       * standard: Use within one organisation, not for sale. commercial: Use in products
       * and services that are sold. exclusive: Sold once: afterwards nobody but buyer
       * and owner sees the asset. custom: As owner and buyer have agreed elsewhere.
       */
      license_type: 'standard' | 'commercial' | 'exclusive' | 'custom'
    }
    reply: MicroIpAsset
  }
  /** Licensed assets, newest first */
  listMicroip: {
    input: { page?: number | undefined; limit?: number | undefined }
    reply: { items: MicroIpAsset[]; page: number; limit: number; total: number }
  }
  /** What the caller downloaded, newest first */
  myMicroipDownloads: {
    input: { page?: number | undefined; limit?: number | undefined }
    reply: { items: DownloadTransaction[]; page: number; limit: number; total: number }
  }
  /** One licensed asset */
  getMicroip: { input: { asset_id: string }; reply: MicroIpAsset }
  /** Change the terms or the words of a licence */
  patchMicroip: {
    input: { asset_id: string } & {
      price?: number | undefined
      /**
       * standard: Use within one organisation, not for sale. commercial: Use in products
       * and services that are sold. exclusive: Sold once: afterwards nobody but buyer
       * and owner sees the asset. custom: As owner and buyer have agreed elsewhere.
       */
      license_type?: 'standard' | 'commercial' | 'exclusive' | 'custom' | undefined
      name?: string | undefined
      description?: string | undefined
      long_summary?: string | undefined
      tags?: string[] | undefined
      category?:
        | 'code'
        | 'design'
        | 'document'
        | 'audio'
        | 'video'
        | 'image'
        | 'dataset'
        | 'other'
        | undefined
      questions?: string[] | undefined
      quality?: 'premium' | 'standard' | 'basic' | undefined
    }
    reply: MicroIpAsset
  }
  /** Buy the licence, once, and get a temporary URL */
  downloadMicroip: {
    input: { asset_id: string } & {
      /** SOL: what the buyer agrees to pay */ max_price?: number | undefined
    }
    reply: { download_url: string; expires_at: string; transaction: DownloadTransaction }
  }
  /** Who downloaded an asset of the caller */
  microipDownloads: {
    input: { asset_id: string; page?: number | undefined; limit?: number | undefined }
    reply: { items: DownloadTransaction[]; page: number; limit: number; total: number }
  }
  /** Upload an asset of at most 2 GB */
  uploadAsset: {
    input: {
      file: File
      name: string
      description?: string | undefined
      /** unless given: false */
      is_public?: boolean | undefined
    }
    reply: Asset
  }
  /** The caller's assets, newest first */
  listMyAssets: {
    input: { page?: number | undefined; limit?: number | undefined; q?: string | undefined }
    reply: Asset[]
  }
  /** Search licensed assets */
  searchLicensed: {
    input: {
      query?: string | undefined
      category?:
        | 'code'
        | 'design'
        | 'document'
        | 'audio'
        | 'video'
        | 'image'
        | 'dataset'
        | 'other'
        | undefined
      quality?: 'premium' | 'standard' | 'basic' | undefined
      min_price?: number | undefined
      max_price?: number | undefined
      /** Separated by commas */
      tags?: string | undefined
      page?: number | undefined
      limit?: number | undefined
    }
    reply: MicroIpAsset[]
  }
  /** The same, for clients that cannot send a body with GET */
  searchLicensedPost: {
    input: {
      query?: string | undefined
      category?:
        | 'code'
        | 'design'
        | 'document'
        | 'audio'
        | 'video'
        | 'image'
        | 'dataset'
        | 'other'
        | undefined
      quality?: 'premium' | 'standard' | 'basic' | undefined
      min_price?: number | undefined
      max_price?: number | undefined
      tags?: string[] | undefined
      page?: number | undefined
      limit?: number | undefined
    }
    reply: MicroIpAsset[]
  }
}

export const walletOperations = {
  listNetworks: { method: 'GET', path: '/wallet/networks', answers: 'json' },
  listWallets: { method: 'GET', path: '/wallet', answers: 'json' },
  listNetworkWallets: { method: 'GET', path: '/wallet/{network}', answers: 'json' },
  addWallet: {
    method: 'POST',
    path: '/wallet/{network}',
    takes: 'body',
    repeats: ['network'],
    answers: 'json',
  },
  walletStatus: { method: 'GET', path: '/wallet/{network}/{wallet_address}', answers: 'json' },
  removeWallet: { method: 'DELETE', path: '/wallet/{network}/{wallet_address}', answers: 'json' },
  getBalance: { method: 'GET', path: '/balance', answers: 'json' },
  deposit: { method: 'POST', path: '/balance/deposit', takes: 'body', answers: 'json' },
  withdraw: { method: 'POST', path: '/balance/withdraw', takes: 'body', answers: 'json' },
  listTransactions: {
    method: 'GET',
    path: '/balance/transactions',
    query: ['page', 'limit', 'type'],
    answers: 'json',
  },
  transactionReceipt: {
    method: 'GET',
    path: '/balance/transactions/{transaction_hash}/receipt',
    answers: 'json',
  },
  createMicroip: { method: 'POST', path: '/microip', takes: 'body', answers: 'json' },
  listMicroip: { method: 'GET', path: '/microip', query: ['page', 'limit'], answers: 'json' },
  myMicroipDownloads: {
    method: 'GET',
    path: '/microip/downloads',
    query: ['page', 'limit'],
    answers: 'json',
  },
  getMicroip: { method: 'GET', path: '/microip/{asset_id}', answers: 'json' },
  patchMicroip: { method: 'PATCH', path: '/microip/{asset_id}', takes: 'body', answers: 'json' },
  downloadMicroip: {
    method: 'POST',
    path: '/microip/{asset_id}/download',
    takes: 'body',
    answers: 'json',
  },
  microipDownloads: {
    method: 'GET',
    path: '/microip/{asset_id}/downloads',
    query: ['page', 'limit'],
    answers: 'json',
  },
  uploadAsset: { method: 'POST', path: '/assets', takes: 'form', answers: 'json' },
  listMyAssets: { method: 'GET', path: '/assets', query: ['page', 'limit', 'q'], answers: 'json' },
  searchLicensed: {
    method: 'GET',
    path: '/search',
    query: ['query', 'category', 'quality', 'min_price', 'max_price', 'tags', 'page', 'limit'],
    answers: 'json',
  },
  searchLicensedPost: { method: 'POST', path: '/search', takes: 'body', answers: 'json' },
} as const
