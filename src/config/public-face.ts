import * as z from 'zod'
import { line, truth, webAddress } from './rules.ts'

/** What everybody may search without a key, and what the pages for everybody then show. */
export const publicFaceSettings = {
  publicSearch: { rule: truth.default(false), help: 'search without a key over open listed data' },
  publicName: {
    rule: z.string().min(1).max(80).default('Kontor'),
    help: 'what this marketplace is called',
  },
  publicText: {
    rule: z.string().min(1).max(2_000).optional(),
    help: 'what is offered here, in a few sentences',
  },
  publicColor: {
    rule: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'a colour like #1f5fbf')
      .default('#1f5fbf'),
    help: 'colour of headings and buttons on the public pages',
  },
  publicLogo: { rule: line.optional(), help: 'file of a logo (SVG, PNG, WebP) for those pages' },
  publicContact: {
    rule: z.email('an e-mail address').optional(),
    help: 'whom to write to for access, and about the catalogue',
  },
  publicImprint: { rule: webAddress.optional(), help: 'address of your imprint' },
  publicPrivacy: { rule: webAddress.optional(), help: 'address of your privacy notice' },
} as const
