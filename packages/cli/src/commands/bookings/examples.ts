export const EXAMPLE_LOCATION = '"Bistro Nord"';
export const EXAMPLE_ID = 'bk_6mPz4vXq1Tn8RkWb2yLc0D';
