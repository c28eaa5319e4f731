import * as z from 'zod'
import { blobSettings } from './blobs.ts'
import { certificateSettings } from './certificates.ts'
import { engineSettings } from './engine.ts'
import { leaseSettings } from './lease.ts'
import { moneySettings } from './money.ts'
import { oidcSettings } from './oidc.ts'
import { operationsSettings } from './operations.ts'
import { publicFaceSettings } from './public-face.ts'
import {
  addresses,
  bareAddress,
  folder,
  hostName,
  line,
  list,
  truth,
  webAddress,
  whole,
} from './rules.ts'
import { searchNodeSettings } from './search-nodes.ts'
import { signInSettings } from './sign-in.ts'
import { walletSettings } from './wallet.ts'

const europeanRegions = ['eu-central', 'eu-west', 'eu-north', 'eu-south', 'eu-east'] as const

/** With brackets is how IPv6 is written in addresses of the web alone. */
const listening = line.transform((text) => text.replace(/^\[(.*)\]$/, '$1'))

const masterKey = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')

type Setting = { rule: z.ZodType; secret?: true; help: string }

/**
 * Every setting in one table: its name, its rule, its default, and whether it is a secret. The name
 * in the environment is KONTOR_ and this one in capitals.
 */
export const settings = {
  dataDir: { rule: folder.default('kontor-data'), help: 'folder for the database and the files' },
  host: { rule: listening.default('127.0.0.1'), help: 'address to listen on' },
  port: { rule: whole(0, 65_535).default(4200), help: 'port to listen on, 0 for any free one' },
  baseUrl: { rule: bareAddress.optional(), help: 'what absolute links start with' },
  ...certificateSettings,
  insecureHttp: { rule: truth.default(false), help: 'allow plain HTTP beyond this machine' },
  trustedProxies: { rule: addresses, help: 'addresses or ranges whose forwarded headers count' },
  allowedHosts: {
    rule: list.pipe(z.array(hostName)).default([]),
    help: 'more host names that the server may be called by',
  },
  allowedOrigins: {
    rule: list.pipe(z.array(webAddress)).default([]),
    help: 'more web origins whose pages may call the server',
  },
  region: { rule: z.enum(europeanRegions).default('eu-central'), help: 'region of new tenants' },
  ...signInSettings,
  ...oidcSettings,
  masterKey: {
    rule: masterKey.optional(),
    secret: true,
    help: 'master key; made and kept in the data folder when not given',
  },
  previousMasterKey: {
    rule: masterKey.optional(),
    secret: true,
    help: 'the one of before, beside a new one: both open what is sealed',
  },
  welcomeCredits: { rule: whole(0, 1_000_000).optional(), help: 'credits of a new tenant' },
  ...publicFaceSettings,
  searchRatePerMinute: {
    rule: whole(1, 1_000_000).default(120),
    help: 'searches a minute per key',
  },
  searchTimeoutMs: { rule: whole(50, 60_000).default(5_000), help: 'time limit of one search' },
  keywordMemoryMb: {
    rule: whole(0, 1_048_576).default(256),
    help: 'memory for keywords, 0 for none: FTS5 alone answers then',
  },
  searchMode: {
    rule: z.enum(['keyword', 'semantic', 'hybrid']).default('keyword'),
    help: 'how a search that names no mode goes about it',
  },
  embeddingModel: {
    rule: line.optional(),
    help: 'folder of an embedding model to use instead of the one that is there; none: no vectors',
  },
  embeddingQueryPrefix: {
    rule: z.string().max(200).optional(),
    help: 'what that model wants before a query',
  },
  embeddingPassagePrefix: {
    rule: z.string().max(200).optional(),
    help: 'the same before a passage',
  },
  embeddingCutoffPercent: {
    rule: whole(0, 100).optional(),
    help: "cosine below which nothing is found by meaning, instead of the model's own",
  },
  searchWorkers: { rule: whole(1, 16).default(2), help: 'threads that search' },
  ...searchNodeSettings,
  ...engineSettings,
  downloadLimitBytes: {
    rule: whole(0, Number.MAX_SAFE_INTEGER).default(2 * 1024 ** 3),
    help: 'largest file that a link delivers, 0 for no limit',
  },
  downloadPriceCredits: { rule: whole(0, 1_000_000).default(25), help: 'price of a file, cents' },
  ...moneySettings,
  ...walletSettings,
  uploadLimitBytes: {
    rule: whole(1, Number.MAX_SAFE_INTEGER).default(16 * 1024 ** 3),
    help: 'largest file that may be uploaded',
  },
  storageQuotaBytes: {
    rule: whole(0, Number.MAX_SAFE_INTEGER).default(0),
    help: 'bytes that a tenant may keep, 0 for no limit; tenants can have their own',
  },
  reviewWindowHours: { rule: whole(48, 72).default(72), help: 'time for the review of an upload' },
  graceHours: { rule: whole(0, 24 * 90).default(24), help: 'how long deleted bytes are kept' },
  ingestConcurrency: { rule: whole(1, 16).default(1), help: 'documents extracted at once' },
  ocrConcurrency: {
    rule: whole(1, 16).default(1),
    help: 'beside them, pictures and scans recognised at once',
  },
  mediaConcurrency: {
    rule: whole(1, 16).default(1),
    help: 'beside them, recordings extracted at once',
  },
  extractSeconds: { rule: whole(1, 3_600).default(60), help: 'time limit of one extraction' },
  extractMemoryMb: {
    rule: whole(128, 65_536).default(700),
    help: 'memory limit of one extraction',
  },
  recognitionMinutes: {
    rule: whole(1, 1_440).default(45),
    help: 'time for the pictures of writing, or the sound, of a file; what was read stays',
  },
  ocr: { rule: truth.default(true), help: 'read what is written in pictures and scanned pages' },
  ocrLanguagesDir: {
    rule: line.optional(),
    help: 'folder with more languages for it (<language>.traineddata)',
  },
  imagePlaces: {
    rule: truth.default(false),
    help: 'let searches find where pictures were taken (latitude and longitude of their EXIF)',
  },
  asrModel: {
    rule: line.optional(),
    help: 'folder of a Whisper or Moonshine model that writes down what is said in recordings',
  },
  captionModel: {
    rule: line.optional(),
    help: 'folder of a model that describes pictures in words',
  },
  allowUnconfinedModels: {
    rule: truth.default(false),
    help: 'let models and ffmpeg, compiled code, open files of others without bubblewrap',
  },
  ...blobSettings,
  ...leaseSettings,
  ...operationsSettings,
  logLevel: {
    rule: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    help: 'how much is logged',
  },
  logFormat: {
    rule: z.enum(['auto', 'plain', 'json']).default('auto'),
    help: 'lines for people or JSON; auto: JSON unless a terminal shows it',
  },
} satisfies Record<string, Setting>
