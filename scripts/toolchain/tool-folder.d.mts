export const completeMark: string;
export function isComplete(folder: string): boolean;
export function temporaryBeside(target: string): string;
export function adopt(temporary: string, target: string): void;
export function borrow(source: string, target: string): boolean;
