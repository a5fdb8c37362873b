/** Drop zone and file input for bookmark files. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { DropZone } from './import.styles.ts';

export function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('dashboard');
  const [isOver, setOver] = useState(false);
  return (
    <DropZone
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      <strong>{t('admin.import.choose')}</strong>
      <span>{t('admin.import.fileKinds')}</span>
      <VisuallyHidden>
        <input
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.md,.org,.html,.htm,.json,.jsonl,.opml,.xbel,.xml,text/csv,text/html,application/json"
          aria-label={t('admin.import.choose')}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Clears the value, so that the same file can be chosen again.
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </VisuallyHidden>
    </DropZone>
  );
}
