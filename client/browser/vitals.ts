/** Web vitals of this visit, written to the log when the page is left. */
import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';
import type { WriteLog } from './clientLog.ts';

/** Milliseconds for LCP and INP, a bare number for CLS. */
export function reportVitals(write: WriteLog): void {
  const measured: Record<string, number> = {};
  const keep = ({ name, value }: Metric) => {
    measured[name] = Math.round(value * 1000) / 1000;
  };
  onLCP(keep);
  onINP(keep);
  onCLS(keep);
  let sent = false;
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden || sent || Object.keys(measured).length === 0) return;
    sent = true;
    void write('info', 'vitals', 'web vitals', { page: location.pathname, ...measured });
  });
}
