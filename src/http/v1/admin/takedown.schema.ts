import * as z from 'zod'
import { noteMaxLength, reasonMaxLength } from '../../../domain/review/index.ts'
import { idText, prose } from '../../fields.ts'

export const AdminDatasetParams = z.object({ dataset_id: idText })

/** Why; it is told to whoever owns the thing. */
export const ReasonBody = z
  .object({
    reason: prose({ min: 1, max: reasonMaxLength }).refine(
      (value) => value.trim() !== '',
      'must not be empty',
    ),
  })
  .meta({ id: 'Reason' })

export const NoteBody = z
  .object({ note: prose({ max: noteMaxLength }).optional() })
  .meta({ id: 'Note' })
