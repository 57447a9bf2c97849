import { useForm } from '@mantine/form'
import { useState } from 'react'
import { sendOnNewest } from '../../platform/calls/on-newest.ts'
import { StoppedWaiting, useOnlineWait } from '../../platform/calls/waiting.ts'
import { usePersistedDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, fieldsOf, isForReader, isProofCanceled, statusOf } from '../../platform/http/failure.ts'
import { readOnlyForm } from '../form/read-only-form.ts'
import { schemaResolver } from '../form/schema-resolver.ts'
import { focusFirst } from '../form/use-submit.ts'
import { type Clash, changesBetween, clashesOf, isOnlyTheirs } from './merge.ts'
import { messages } from './messages.ts'
import type { StandardSchema } from './schema.ts'
import { sentencesOf } from './schema.ts'

export type Values = Record<string, unknown>
export type Saved<V> = { values: V; version?: number | undefined }
export type RecordEdit<V extends Values> = ReturnType<typeof useRecordEdit<V>>

type Options<V> = Saved<V> & {
  /** The name under which what was typed and not saved is kept. */
  name: string
  schema: StandardSchema
  /** What to say when it could not be saved. */
  failed: string
  /** Sends only what was changed; rejects with ApiFailure. `base` is what the form was opened with, for a record without a version. */
  save: (changes: Partial<V>, version: number | undefined, base: V) => Promise<void>
  /** The record as it stands on the server now. */
  latest: () => Promise<Saved<V>>
}

type Conflict<V> = { newest: Saved<V>; clashes: Clash<V>[] }
/** The result of the last save: one of these, or nothing yet. */
type Outcome<V> = { notice?: string; failure?: string; conflict?: Conflict<V> }

/** A section's form over the record that it was opened with, and what is said next to it. */
const useEditState = <V extends Values>({ values, version, schema }: Options<V>) => {
  const [editing, setEditing] = useState(false)
  const [base, setBase] = useState<Saved<V>>({ values, version })
  const [outcome, setOutcome] = useState<Outcome<V>>({})
  const [busy, setBusy] = useState(false)
  const { waitOnline, isWaiting } = useOnlineWait()
  const form = useForm<V>({
    initialValues: values,
    validate: schemaResolver(schema),
    validateInputOnBlur: true,
  })

  const openWith = (from: Saved<V>, mine: V) => {
    setBase(from)
    form.setInitialValues(from.values)
    form.setValues(mine)
    form.clearErrors()
    setOutcome({})
    setEditing(true)
  }
  const close = (notice = '') => {
    setOutcome({ notice })
    setEditing(false)
  }
  return {
    form,
    openWith,
    close,
    editing,
    base,
    setBase,
    outcome,
    setOutcome,
    busy,
    setBusy,
    waitOnline,
    isWaiting,
  }
}
type EditState<V extends Values> = ReturnType<typeof useEditState<V>>

const isChanged = <V extends Values>(before: V, after: V) => Object.keys(changesBetween(before, after)).length > 0

/** What was saved elsewhere since `base`, if that is why a save failed. */
const conflictOf = async <V extends Values>(
  error: unknown,
  base: Saved<V>,
  mine: V,
  latest: Options<V>['latest'],
): Promise<Conflict<V> | undefined> => {
  if (statusOf(error) !== 409) return undefined
  const newest = await latest()
  const clashes = clashesOf(base.values, newest.values, mine)
  const isNewer = newest.version !== base.version || (newest.version === undefined && clashes.length > 0)
  return isNewer ? { newest, clashes } : undefined
}

/** Saves what was changed over what is newest; returns what was saved elsewhere in the same fields meanwhile. */
const saveChanges = async <V extends Values>({ save, latest }: Options<V>, from: Saved<V>, mine: V) => {
  let conflict: Conflict<V> | undefined
  const send = async ({ values, version }: Saved<V>) => {
    // Otherwise all of it is there by now: the response to an earlier save was lost, or the same was saved elsewhere.
    if (isChanged(values, mine)) await save(changesBetween(values, mine), version, values)
    return undefined
  }
  const rebase = async (error: unknown, base: Saved<V>) => {
    conflict = await conflictOf(error, base, mine, latest)
    // Their change was elsewhere in the record: ours can simply follow it.
    return conflict?.clashes.length === 0 ? conflict.newest : undefined
  }
  return sendOnNewest(from, send, rebase).catch((error: unknown) => {
    if (conflict && conflict.clashes.length > 0) return conflict
    throw error
  })
}

/** Why nothing was saved, where the response says it. */
const failureOf = (error: unknown, failed: string) => {
  if (error instanceof StoppedWaiting) return error.message
  if (statusOf(error) === 404) return messages.edit.gone
  return failureSentence(error, failed, (of) => of.status === 400 || isForReader(of))
}

const fail = <V extends Values>({ form, setOutcome }: EditState<V>, error: unknown, failed: string) => {
  if (isProofCanceled(error)) return
  if (!(error instanceof StoppedWaiting)) {
    const fields = fieldsOf(error) ?? {}
    form.setErrors(fields)
    focusFirst(form, fields)
  }
  setOutcome({ failure: failureOf(error, failed) })
}

type Saving<V extends Values> = Options<V> & { onSaved: () => void }
const submit = async <V extends Values>(edit: EditState<V>, options: Saving<V>, from: Saved<V>, mine: V) => {
  edit.setBusy(true)
  edit.setOutcome({})
  edit.setBase(from)
  try {
    await edit.waitOnline(edit.form.getValues)
    const conflict = await saveChanges(options, from, mine)
    if (conflict) return edit.setOutcome({ conflict })
    options.onSaved()
    edit.close(isChanged(from.values, mine) ? messages.edit.saved : '')
  } catch (error) {
    fail(edit, error, options.failed)
  } finally {
    edit.setBusy(false)
  }
}

const mixInTheirs = <V extends Values>(
  form: EditState<V>['form'],
  { clashes }: Conflict<V>,
  isTheirs: (clash: Clash<V>) => boolean,
): V => {
  const mixed = { ...form.values }
  for (const clash of clashes) if (isTheirs(clash)) mixed[clash.name] = clash.theirs
  form.setValues(mixed)
  form.clearErrors()
  return mixed
}

const keepMine = async <V extends Values>(edit: EditState<V>, options: Saving<V>) => {
  const { conflict } = edit.outcome
  if (!conflict) return
  const mixed = mixInTheirs(edit.form, conflict, (clash) => isOnlyTheirs(clash, edit.form.values))
  await submit(edit, options, conflict.newest, mixed)
}

const takeTheirs = <V extends Values>(edit: EditState<V>) => {
  const { conflict } = edit.outcome
  if (!conflict) return
  const mixed = mixInTheirs(edit.form, conflict, () => true)
  edit.setBase(conflict.newest)
  if (isChanged(conflict.newest.values, mixed)) edit.setOutcome({ notice: messages.conflict.taken })
  else edit.close()
}

const useEditDraft = <V extends Values>(edit: EditState<V>, { name, values }: Options<V>, dirty: boolean) =>
  usePersistedDraft(name, {
    // With what it was typed over: so a change that somebody saved meanwhile is still seen as one.
    values: dirty ? { mine: edit.form.values, base: edit.base.values, version: edit.base.version } : null,
    restore: (kept) => {
      const from = { ...values, ...(kept['base'] as V) }
      const version = kept['version'] as number | undefined
      edit.openWith({ values: from, version }, { ...from, ...(kept['mine'] as V) })
    },
    reset: () => edit.close(),
  })

/** One section of a record: reading, editing, saving, and what happens when it was saved elsewhere first. */
export const useRecordEdit = <V extends Values>(options: Options<V>) => {
  const { values, version, schema } = options
  const edit = useEditState(options)
  const { form, base, editing, outcome } = edit
  const dirty = editing && isChanged(base.values, form.values)
  const draft = useEditDraft(edit, options, dirty)
  const isSending = edit.busy && !edit.isWaiting
  const saving = { ...options, onSaved: draft.sent }
  return {
    form,
    /** The form that its fields are drawn from: what only waits for the network can be changed. */
    fields: isSending ? readOnlyForm(form) : form,
    isSending,
    draft,
    editing,
    busy: edit.busy,
    clashes: outcome.conflict?.clashes ?? [],
    failure: outcome.failure,
    notice: outcome.notice,
    open: () => edit.openWith({ values, version }, values),
    cancel: () => edit.close(),
    submit: () => submit(edit, saving, base, form.values),
    keepMine: () => keepMine(edit, saving),
    takeTheirs: () => takeTheirs(edit),
    blocked: editing ? sentencesOf(schema, form.values) : [],
    dirty,
  }
}
