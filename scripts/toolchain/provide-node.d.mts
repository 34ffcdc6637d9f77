export function provideNode(home: string, repository: string): string;
export function providePnpm(home: string, repository: string): string;
export function isSameMajorAndAtLeast(version: string, wanted: string): boolean;
