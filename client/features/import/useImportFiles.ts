/** Calls of an import with its files: preview by pages, report and start, with the progress of the upload. */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { checkFiles } from '../../browser/files.ts';
import type { UploadState } from './ImportProgress.tsx';
import {
  ImportBookmarkFilesDocument,
  ImportReportDocument,
  PreviewImportFilesDocument,
  type DayMonthOrder,
  type FolderTags,
} from './generated.ts';
import { toVariables, type Preview, type RowSelection } from './rowSelection.ts';

export interface ReadOptions {
  folderTags: FolderTags;
  dayMonthOrder: DayMonthOrder;
  /** Null for automatic detection. */
  encoding: string | null;
}

export const defaultReadOptions: ReadOptions = {
  folderTags: 'none',
  dayMonthOrder: 'dayFirst',
  encoding: null,
};

const toInput = (files: readonly File[]) => files.map((file) => ({ name: file.name, file }));

export function useImportFiles() {
  const client = useApolloClient();
  const [upload, setUpload] = useState<UploadState | null>(null);
  const ending = useRef(new AbortController());

  /** Context of a call that sends the files. */
  const startUpload = () => {
    ending.current = new AbortController();
    setUpload(null);
    return {
      signal: ending.current.signal,
      onUpload: (sent: number, total: number) => setUpload({ sent, total }),
    };
  };

  return {
    upload,
    cancel: () => ending.current.abort(),
    isCancelled: () => ending.current.signal.aborted,

    /** @param files null for a run of the configured source */
    async preview(
      files: readonly File[] | null,
      page: number,
      { folderTags, encoding }: ReadOptions,
    ): Promise<Preview> {
      if (files) await checkFiles(files);
      const { data } = await client.query({
        query: PreviewImportFilesDocument,
        variables: { files: files && toInput(files), page, folderTags, encoding },
        fetchPolicy: 'no-cache',
        context: startUpload(),
      });
      if (!data) throw new Error('There is no preview');
      return data.previewImport;
    },

    async report(
      files: readonly File[],
      { includePrivate }: RowSelection,
      { dayMonthOrder, encoding }: ReadOptions,
    ): Promise<string> {
      await checkFiles(files);
      const { data } = await client.query({
        query: ImportReportDocument,
        variables: { files: toInput(files), dayMonthOrder, encoding, includePrivate },
        fetchPolicy: 'no-cache',
        context: startUpload(),
      });
      return data?.importReport ?? '';
    },

    async start(
      files: readonly File[],
      selection: RowSelection,
      preview: Preview,
      options: ReadOptions,
    ): Promise<void> {
      await checkFiles(files);
      await client.mutate({
        mutation: ImportBookmarkFilesDocument,
        variables: { files: toInput(files), ...toVariables(selection, preview.rows), ...options },
        context: startUpload(),
      });
    },
  };
}
