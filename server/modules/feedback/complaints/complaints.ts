// Complaints about items: types and input validation.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { optionalText } from '../../../shared/validation.ts';

export const complaintTypes = [
  'missing_media',
  'broken_link',
  'duplicate_content',
  'bad_russian_translation',
  'bad_english_translation',
  'missing_translation',
  'wrong_tags',
  'missing_tags',
  'redundant_tags',
  'unclear_description',
  'outdated_content',
  'misleading_title',
  'wrong_category',
  'spam',
  'other',
] as const;

export type ComplaintType = (typeof complaintTypes)[number];

const complaintStatuses = ['new', 'in_progress', 'resolved', 'rejected'] as const;

export type ComplaintStatus = (typeof complaintStatuses)[number];

export interface Complaint {
  id: number;
  itemId: number;
  /** Null for a deleted account. */
  userId: number | null;
  userIp: string | null;
  complaintType: ComplaintType;
  comment: string | null;
  status: ComplaintStatus;
  rejectionReason: string | null;
  handledBy: number | null;
  /** The fix that closed it. */
  cureId: number | null;
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** Other open complaints of the same type about the item. */
  sameOpenCount: number;
}

export interface ComplaintFilter {
  status?: ComplaintStatus | null;
  type?: ComplaintType | null;
}

export const isOpen = (status: ComplaintStatus): boolean =>
  status === 'new' || status === 'in_progress';

/** Value for the audit log: the status, with a reason if there is one. */
export const auditValue = ({
  status,
  rejectionReason,
}: Pick<Complaint, 'status' | 'rejectionReason'>) =>
  rejectionReason === null ? status : { status, word: rejectionReason };

/** The type is required, the comment is not (specification, section 5). */
export const complaintInput = z.strictObject({
  itemId: z.int(),
  complaintType: z.enum(complaintTypes),
  comment: optionalText(limits.text.complaintComment),
});

export type ComplaintInput = z.input<typeof complaintInput>;

export const setStatusInput = z
  .strictObject({
    status: z.enum(complaintStatuses),
    rejectionReason: optionalText(limits.text.accessWord),
    expectedUpdatedAt: z.date().nullish(),
  })
  .refine(({ status, rejectionReason }) => rejectionReason === null || status === 'rejected', {
    message: 'Only a rejection has a reason',
    path: ['rejectionReason'],
    params: { code: 'invalid' },
  });
export type SetStatusInput = z.input<typeof setStatusInput>;
