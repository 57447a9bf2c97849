import { keysOf } from './objects.ts'

/** Whether the law allows a refusal without a review, with one, or knows none and there is only something in the way. */
type GroundKind = 'unreviewable' | 'reviewable' | 'no_denial'
type Ground = {
  kind: GroundKind
  /** Of 45 CFR. */
  source: string
  /** As its patient reads it. */
  text: string
}

/** Why a request for one's own images may be declined: the law's list is closed. */
export const refusalGrounds = {
  form_incomplete: {
    kind: 'no_denial',
    source: '164.508(c)',
    text: 'The form that you signed is not complete.',
  },
  form_signer: {
    kind: 'no_denial',
    source: '164.514(h)',
    text: 'The form was not signed by the person it names.',
  },
  not_held: {
    kind: 'no_denial',
    source: '164.524(d)(3)',
    text: 'We do not have these images. If we know who has them, we tell you here whom to ask.',
  },
  danger: {
    kind: 'reviewable',
    source: '164.524(a)(3)(i)',
    text: 'A health professional with a license looked at your request. They found that seeing these images could put you or someone else in danger.',
  },
  harm_to_other: {
    kind: 'reviewable',
    source: '164.524(a)(3)(ii)',
    text: 'The images tell about another person. A health professional with a license found that seeing them could do great harm to that person.',
  },
  representative: {
    kind: 'reviewable',
    source: '164.524(a)(3)(iii)',
    text: 'Someone asked for the patient. A health professional with a license found that it could do great harm to the patient or to someone else if this person has the images.',
  },
  legal_proceeding: {
    kind: 'unreviewable',
    source: '164.524(a)(2)(i)',
    text: 'The images were put together for a court case or something like it.',
  },
  research: {
    kind: 'unreviewable',
    source: '164.524(a)(2)(iii)',
    text: 'The images are part of a research study that is still going on. When you joined it, you agreed to wait until it ends. You can have them then.',
  },
  confidential: {
    kind: 'unreviewable',
    source: '164.524(a)(2)(v)',
    text: 'Someone other than a health professional gave us this in confidence. Showing it could tell who that was.',
  },
} as const satisfies Record<string, Ground>

export type RefusalGround = keyof typeof refusalGrounds
export const refusalGroundNames = keysOf(refusalGrounds)

/** The request is not refused: it can be made again once what stands in the way is gone, and its clock goes on. */
export const isDenial = (ground: RefusalGround) => refusalGrounds[ground].kind !== 'no_denial'

/** What stands in the way is gone once the form is signed again. */
export const isAboutForm = (ground: RefusalGround) => ground === 'form_incomplete' || ground === 'form_signer'
